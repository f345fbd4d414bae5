import type { CloudFormationClientConfig, Stack } from '@aws-sdk/client-cloudformation'
import type { StageSettings } from '../stage-settings.ts'

/** Every stack of the stage by its name; undefined for one that is not there. */
const stacksOf = async (
  settings: StageSettings,
  config: CloudFormationClientConfig,
): Promise<ReadonlyMap<string, Stack | undefined>> => {
  // Loaded here, because CDK and AWS's client take a while.
  const { physicalName } = await import('../constructs/names.ts')
  const { stacks } = await import('../stacks/names.ts')
  const { CloudFormationClient, paginateDescribeStacks } = await import('@aws-sdk/client-cloudformation')
  const { region } = settings
  const client = new CloudFormationClient({ ...(region && { region }), ...config })
  const found = new Map<string | undefined, Stack>()
  for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {}))
    for (const stack of Stacks) found.set(stack.StackName, stack)
  return new Map(stacks.map(stack => physicalName(settings, stack)).map(name => [name, found.get(name)]))
}

/** A stack whose first create failed was never complete: the next deploy deletes it first. */
const wasCreated = /^(CREATE_COMPLETE|UPDATE_|IMPORT_)/

export const findIncomplete = async (
  settings: StageSettings,
  config: CloudFormationClientConfig,
): Promise<readonly string[]> =>
  [...(await stacksOf(settings, config))]
    .filter(([, stack]) => !wasCreated.test(stack?.StackStatus ?? ''))
    .map(([name]) => name)

/** @throws Error naming the stacks that anybody could delete, of a stage that keeps its data */
export const expectProtection = async (
  settings: StageSettings,
  config: CloudFormationClientConfig,
): Promise<void> => {
  const open = [...(await stacksOf(settings, config))].filter(
    ([, stack]) => stack?.EnableTerminationProtection !== true,
  )
  if (open.length > 0)
    throw new Error(`${open.map(([name]) => name).join(', ')}: not protected from deletion; deploy once more`)
}
