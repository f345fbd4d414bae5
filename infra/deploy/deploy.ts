import { parseArgs } from 'node:util'
import type { StageSettings } from '../stage-settings.ts'
import { isStageName, stages } from '../stages.ts'
import { describeFindings } from './check-stage.ts'
import type { ClientConfig, PreflightFinding } from './preflight.ts'
import { findIncomplete } from './stacks.ts'

/**
 * How many stacks are deployed at once. What they ask for together is no more than an account has of any service's calls
 * (`test/infra/stacks/limits.test.ts`); a stack that is refused too often goes back. A release asks for more of Lambda than a
 * first create does, and CodeDeploy gives up at once where it may not move an alias.
 */
export const stacksAtOnce = { made: 4, changed: 3 }

export interface Deployment {
  /** Runs `cdk` with these arguments, and answers its exit code. */
  readonly cdk: (words: readonly string[]) => Promise<number>
  readonly say: (text: string) => void
  /** What would keep the deploy from ending well. */
  readonly check: (settings: StageSettings, config: ClientConfig) => Promise<readonly PreflightFinding[]>
  readonly client?: ClientConfig
}

const options = {
  context: { type: 'string', short: 'c', multiple: true },
  profile: { type: 'string' },
} as const

/** @throws Error that names the stages */
const readWords = (given: readonly string[]) => {
  const { values } = parseArgs({ args: [...given], options, strict: false })
  const context = (values.context ?? []).map(String)
  const named = context.find(one => one.startsWith('stage='))
  const name = named?.slice('stage='.length) ?? 'dev'
  if (!isStageName(name) || name === 'local')
    throw new Error(`There is no stage "${name}" to deploy: -c stage=dev, staging or prod`)
  const settings: StageSettings = stages[name]
  const profile = values.profile?.toString()
  const { region } = settings
  const config = { ...(region && { region }), ...(profile && { profile }) }
  return { settings, config, isUnchecked: context.includes('preflight=no') }
}

/**
 * Deploys all stacks of a stage as `cdk deploy` does, and answers its exit code. CDK switches termination protection on
 * before a stack has any resource, and CloudFormation cannot take back a table that is protected from deletion: a first
 * create that failed could be neither repeated nor removed. What is not complete is deployed without, and a second run
 * protects it. What would keep it from ending well is said first, and nothing begins that would fail.
 */
export const deploy = async (
  given: readonly string[],
  { cdk, say, check, client }: Deployment,
): Promise<number> => {
  const { settings, config: named, isUnchecked } = readWords(given)
  const config = { ...named, ...client }
  const findings = isUnchecked ? [] : await check(settings, config)
  if (findings.length > 0) say(describeFindings(findings))
  if (findings.some(({ isFatal }) => isFatal)) {
    say('Nothing was deployed. -c preflight=no deploys all the same.')
    return 1
  }
  const wordsAt = (pace: keyof typeof stacksAtOnce) => [
    'deploy',
    '--all',
    '--concurrency',
    `${stacksAtOnce[pace]}`,
    '--require-approval',
    'never',
    ...given,
  ]
  const incomplete = settings.keepsData ? await findIncomplete(settings, config) : []
  if (incomplete.length === 0) return cdk(wordsAt(settings.keepsData ? 'changed' : 'made'))
  say(`Not complete yet, and not protected until they are: ${incomplete.join(', ')}.`)
  const code = await cdk([...wordsAt('made'), '-c', `incomplete=${incomplete.join(',')}`])
  if (code !== 0) return code
  say('All stacks are complete, and now protected from deletion.')
  return cdk(wordsAt('changed'))
}
