import { physicalName } from '../../infra/constructs/names.ts'
import { askStage } from '../../infra/deploy/ask-stage.ts'
import { deploy } from '../../infra/deploy/deploy.ts'
import { expectProtection } from '../../infra/deploy/stacks.ts'
import { stacks } from '../../infra/stacks/names.ts'
import { type StageName, stages } from '../../infra/stages.ts'
import { eventually } from '../support/eventually.ts'
import { callForm, callJson, signedFor } from './account.ts'
import { type MiniStack, region } from './ministack.ts'

const cloudFormation = async (
  endpoint: string,
  Action: string,
  parameters: Readonly<Record<string, string>> = {},
) => (await callForm(endpoint, 'cloudformation', { Action, Version: '2010-05-15', ...parameters })).text

/** Of each stack of the account. */
const statusesIn = async (endpoint: string): Promise<ReadonlyMap<string, string>> => {
  const text = await cloudFormation(endpoint, 'DescribeStacks')
  const members = [...text.matchAll(/<StackName>([^<]+)<[\s\S]*?<StackStatus>([^<]+)</g)]
  return new Map(members.map(([, name, status]) => [name!, status!]))
}

const clientOf = (endpoint: string) => ({
  region,
  endpoint,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
})

export interface FaultyDeploy {
  readonly name: StageName
  /** Stacks that fail once when they are first made. */
  readonly failing: readonly string[]
  /** Runs the CDK CLI with these words, of a stage whose stacks fail; answers what it said if it failed. */
  readonly cdk: (words: readonly string[], failing: ReadonlySet<string>) => Promise<Error | undefined>
}

/** The preflight asks for quotas and sandboxes, which MiniStack has none of. */
const unchecked = { check: async () => [], administer: askStage, say: console.log }

/**
 * Runs `npm run deploy` until the stage is up, and answers what was not as promised: a stack that failed is taken back
 * whole, the same command goes on from there, and all is protected at the end.
 */
export const deployWithFaults = async (
  { endpoint }: MiniStack,
  { name, failing, cdk }: FaultyDeploy,
): Promise<readonly string[]> => {
  const client = clientOf(endpoint)
  const left = new Set(failing)
  const problems: string[] = []
  for (;;) {
    let said: Error | undefined
    const run = async (words: readonly string[]) => {
      said = await cdk(words, left)
      return said ? 1 : 0
    }
    const code = await deploy(['-c', `stage=${name}`], { ...unchecked, cdk: run, client })
    if (code === 0) break
    const failed = [...(await statusesIn(endpoint))].filter(
      ([stack, status]) => left.has(stack) && !/^(CREATE|UPDATE)_COMPLETE$/.test(status),
    )
    if (failed.length === 0) throw said!
    for (const [stack, status] of failed) {
      console.log(`${stack}: failed on purpose, now ${status}`)
      if (status !== 'ROLLBACK_COMPLETE') problems.push(`${stack}: ${status} after its first create failed`)
      left.delete(stack)
    }
  }
  if (left.size > 0) problems.push(`never failed: ${[...left].join(', ')}`)
  if (stages[name].keepsData)
    await expectProtection(stages[name], client).catch(error => problems.push((error as Error).message))
  return problems
}

interface Kept {
  readonly id: string
  readonly isThere: () => Promise<boolean>
  readonly remove: () => Promise<unknown>
}

/** What goes by a name of its own, and stays when the stack of the data goes. */
const keptBy = async (endpoint: string, StackName: string): Promise<readonly Kept[]> => {
  const table = (what: string, TableName: string, more = {}) =>
    callJson(endpoint, 'dynamodb', `DynamoDB_20120810.${what}`, { TableName, ...more })
  const secret = (what: string, SecretId: string, more = {}) =>
    callJson(endpoint, 'secretsmanager', `secretsmanager.${what}`, { SecretId, ...more })
  const domain = (what: string, input: object) =>
    callJson(endpoint, 'cognito-idp', `AWSCognitoIdentityProviderService.${what}`, input)
  const bucket = (method: string, id: string) =>
    fetch(`${endpoint}/${id}`, { method, headers: signedFor('s3') })
  const kinds: Readonly<Record<string, (id: string) => Kept>> = {
    'AWS::Cognito::UserPoolDomain': Domain => {
      const asked = () => domain('DescribeUserPoolDomain', { Domain })
      return {
        id: Domain,
        isThere: async () => (await asked()).text.includes('UserPoolId'),
        remove: async () => {
          const { UserPoolId } = JSON.parse((await asked()).text).DomainDescription
          await domain('DeleteUserPoolDomain', { Domain, UserPoolId })
        },
      }
    },
    'AWS::DynamoDB::Table': id => ({
      id,
      isThere: async () => (await table('DescribeTable', id)).isOk,
      remove: async () => {
        await table('UpdateTable', id, { DeletionProtectionEnabled: false })
        await table('DeleteTable', id)
      },
    }),
    'AWS::SecretsManager::Secret': id => ({
      id,
      isThere: async () => (await secret('DescribeSecret', id)).isOk,
      remove: () => secret('DeleteSecret', id, { ForceDeleteWithoutRecovery: true }),
    }),
    'AWS::S3::Bucket': id => ({
      id,
      isThere: async () => (await bucket('HEAD', id)).ok,
      remove: () => bucket('DELETE', id),
    }),
  }
  const text = await cloudFormation(endpoint, 'DescribeStackResources', { StackName })
  const members = text.matchAll(/<PhysicalResourceId>([^<]+)<[\s\S]*?<ResourceType>([^<]+)</g)
  return [...members].flatMap(([, id, type]) => kinds[type!]?.(id!) ?? [])
}

const removeStack = async (endpoint: string, StackName: string): Promise<void> => {
  const open = { StackName, EnableTerminationProtection: 'false' }
  await cloudFormation(endpoint, 'UpdateTerminationProtection', open)
  await cloudFormation(endpoint, 'DeleteStack', { StackName })
  await eventually(async () => !(await statusesIn(endpoint)).has(StackName), `the end of ${StackName}`)
}

/**
 * Removes a stage that keeps its data, and answers what was not as promised: another deploy of it is refused by the names
 * that are taken and loses nothing of what was kept; once that is gone, the same command brings the stage up.
 */
export const removeAndDeployAgain = async (
  miniStack: MiniStack,
  { name, cdk }: Omit<FaultyDeploy, 'failing'>,
): Promise<readonly string[]> => {
  const { endpoint } = miniStack
  const stateful = physicalName(stages[name], 'stateful')
  const kept = await keptBy(endpoint, stateful)
  for (const stack of stacks.toReversed()) await removeStack(endpoint, physicalName(stages[name], stack))
  const run = async (words: readonly string[]) => ((await cdk(words, new Set())) ? 1 : 0)
  const code = await deploy(['-c', `stage=${name}`], {
    ...unchecked,
    cdk: run,
    client: clientOf(endpoint),
  })
  const status = (await statusesIn(endpoint)).get(stateful)
  console.log(`${stateful}: ${kept.length} names are taken, now ${status}`)
  const problems =
    code === 0 || status !== 'ROLLBACK_COMPLETE' ? [`deployed over what was kept: ${status}`] : []
  for (const { id, isThere, remove } of kept) {
    if (!(await isThere())) problems.push(`${id}: kept, and gone after another deploy`)
    await remove()
  }
  return [...problems, ...(await deployWithFaults(miniStack, { name, failing: [], cdk }))]
}
