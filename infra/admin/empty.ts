import {
  DeleteObjectCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import {
  paginateListExecutions,
  paginateListStateMachines,
  SFNClient,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { Aws } from 'aws-cdk-lib'
import { UsageError } from '../local/options.ts'
import { ledgerBucketName, mediaBucketName, trailLogBucketName, workflowName } from '../stacks/names.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { AdminCall } from './admin-command.ts'
import { type AdminTarget, askAws, awsClientConfig, RefusedError } from './target.ts'

/** Concurrency that both services accept. */
const atOnce = 20

const inTurn = async <Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<unknown>,
): Promise<void> => {
  for (let first = 0; first < items.length; first += atOnce)
    await Promise.all(items.slice(first, first + atOnce).map(action))
}

/** The name contains the account, which is that of the credentials. */
const findBucket = async (client: S3Client, given: string): Promise<string | undefined> => {
  const name = given.replace(Aws.REGION, await client.config.region())
  const [start = '', end = ''] = name.split(Aws.ACCOUNT_ID)
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}))
  return Buckets.map(({ Name = '' }) => Name).find(
    found =>
      found.startsWith(start) &&
      found.endsWith(end) &&
      /^\d{12}$/.test(found.slice(start.length, -end.length)),
  )
}

/** CloudFormation deletes no bucket that holds something. */
const emptyBucket = async (client: S3Client, stage: StageSettings, isSure: boolean): Promise<number> => {
  const Bucket = await findBucket(client, mediaBucketName(stage))
  if (Bucket === undefined) return 0
  let count = 0
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    count += Contents.length
    if (isSure) await inTurn(Contents, ({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key })))
  }
  return count
}

/** Deletes every version and delete marker, past locks of the mode GOVERNANCE, the only ones in such a stage. */
const emptyLocked = async (client: S3Client, name: string, isSure: boolean): Promise<number> => {
  const Bucket = await findBucket(client, name)
  if (Bucket === undefined) return 0
  const remove = ({ Key, VersionId }: { Key?: string; VersionId?: string }) =>
    client.send(new DeleteObjectCommand({ Bucket, Key, VersionId, BypassGovernanceRetention: true }))
  let count = 0
  let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
  do {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...markers }))
    const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
    count += found.length
    if (isSure) await inTurn(found, remove)
    markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  } while (markers.KeyMarker !== undefined)
  return count
}

const findMachine = async (client: SFNClient, stage: StageSettings): Promise<string | undefined> => {
  for await (const { stateMachines = [] } of paginateListStateMachines({ client }, {})) {
    const found = stateMachines.find(({ name }) => name === workflowName(stage))
    if (found) return found.stateMachineArn
  }
  return undefined
}

/** A state machine is deleted when its last execution ends: a waiting one holds the name for two weeks. */
const endWaits = async (client: SFNClient, stage: StageSettings, isSure: boolean): Promise<number> => {
  const stateMachineArn = await findMachine(client, stage)
  if (stateMachineArn === undefined) return 0
  const arns: string[] = []
  const running = { stateMachineArn, statusFilter: 'RUNNING' } as const
  for await (const { executions = [] } of paginateListExecutions({ client }, running))
    arns.push(...executions.map(({ executionArn }) => executionArn!))
  if (isSure) await inTurn(arns, executionArn => client.send(new StopExecutionCommand({ executionArn })))
  return arns.length
}

const stageOf = ({ stage }: AdminTarget): StageSettings => {
  if (!stage)
    throw new UsageError(
      '--stage: it is needed; the local environment’s data is its --data folder, which can be deleted',
    )
  if (stage.keepsData)
    throw new RefusedError(`the stage ${stage.name} keeps its data: this command does not empty it`)
  return stage
}

/** Removes what CloudFormation would leave. Repeating it is harmless. @throws RefusedError for a stage that keeps its data; UnreachableError */
export const emptyStage = async ({ target, isSure }: AdminCall) => {
  const stage = stageOf(target)
  const settings = { ...awsClientConfig(target), maxAttempts: 10 }
  return askAws(target, async () => {
    const client = new S3Client({ ...settings, forcePathStyle: true })
    const photos = await emptyBucket(client, stage, isSure)
    const logged = await emptyLocked(client, trailLogBucketName(stage), isSure)
    const charged = await emptyLocked(client, ledgerBucketName(stage), isSure)
    const waits = await endWaits(new SFNClient(settings), stage, isSure)
    return { dryRun: !isSure, stage: stage.name, objects: photos + logged + charged, waits }
  })
}
