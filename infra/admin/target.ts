import type { LambdaClientConfig } from '@aws-sdk/client-lambda'
import { type Announcement, announcedAt } from '../local/announcement.ts'
import {
  type DataPlace,
  localPlace,
  refusalOfData,
  type Release,
  stagePlace,
  thisRelease,
} from '../release/formats.ts'
import { dataIn } from '../release/open-data.ts'
import type { StageSettings } from '../stage-settings.ts'
import { isStageName, stages } from '../stages.ts'

/** The service would not do it, or it failed; the message says why. */
export class RefusedError extends Error {}

/** The target does not exist or cannot be reached. */
export class UnreachableError extends Error {}

/** In progress at AWS; the same command continues later. */
export class IncompleteError extends Error {}

/** The local environment on a port, unless there is a stage. */
export interface AdminTarget {
  readonly stage: StageSettings | undefined
  readonly region: string | undefined
  readonly port: number
}

export const deployedStages = Object.keys(stages).filter(name => name !== 'local')

/** @throws Error that names the stages */
export const stageTarget = (name: string): StageSettings => {
  if (!isStageName(name) || name === 'local') throw new Error(`expected one of ${deployedStages.join(', ')}`)
  return stages[name]
}

const noLocalEnvironment = (port: number) =>
  new UnreachableError(
    `no local environment runs on port ${port}: npm start, --port for another, or --stage for a stage`,
  )

/** @throws UnreachableError */
export const localTarget = (port: number): Announcement => {
  const announced = announcedAt(port)
  if (!announced) throw noLocalEnvironment(port)
  return announced
}

export const awsClientConfig = ({
  stage,
  region,
  port,
}: AdminTarget): Pick<LambdaClientConfig, 'region' | 'endpoint' | 'credentials'> => {
  if (stage) return region === undefined ? {} : { region }
  const { gateway, accessKeyId } = localTarget(port)
  // The emulator identifies callers by their access key.
  return { region: 'local', endpoint: gateway, credentials: { accessKeyId, secretAccessKey: 'local' } }
}

export const targetName = ({ stage, port }: AdminTarget): string =>
  stage ? `the stage ${stage.name}` : `the local environment on port ${port}`

/** Describes an error before the service was reached; undefined for any other. */
const describeUnreachable = (error: Error, target: AdminTarget): UnreachableError | undefined => {
  const { code } = error as { code?: string }
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return target.stage
      ? new UnreachableError(`${targetName(target)} cannot be reached: ${code}`)
      : noLocalEnvironment(target.port)
  if (error.name === 'CredentialsProviderError')
    return new UnreachableError(`there are no credentials for ${targetName(target)}: ${error.message}`)
  if (error.message === 'Region is missing')
    return new UnreachableError(`--region or AWS_REGION says where ${targetName(target)} is`)
  return undefined
}

/** Does something at AWS. @throws RefusedError in its words, UnreachableError, IncompleteError */
export const askAws = async <Result>(target: AdminTarget, action: () => Promise<Result>): Promise<Result> => {
  try {
    return await action()
  } catch (error) {
    if (error instanceof IncompleteError || error instanceof UnreachableError) throw error
    throw describeUnreachable(error as Error, target) ?? new RefusedError((error as Error).message)
  }
}

const functionAt = async ({ stage, port }: AdminTarget): Promise<string> => {
  if (!stage) return localTarget(port).administerFunction
  // Imports CDK, which takes a second to load.
  const { functionName } = await import('../constructs/names.ts')
  return functionName(stage, 'admin/administer')
}

/** @throws RefusedError in the function's words; the client's errors */
export const invokeFunction = async (
  config: LambdaClientConfig,
  FunctionName: string,
  command: object,
): Promise<object> => {
  // Loaded here, because AWS's client takes a while.
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda')
  // Sent once: a retry after a lost response could create a second client.
  const client = new LambdaClient({ ...config, maxAttempts: 1 })
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(command) }),
  )
  const answer = JSON.parse(Buffer.from(Payload ?? '{}').toString()) as { readonly errorMessage?: string }
  if (FunctionError !== undefined) throw new RefusedError(answer.errorMessage ?? 'the function failed')
  return answer
}

/** CDK and Lambda name it so: the function has not been made. */
export const isNoFunction = ({ name }: Error): boolean => name === 'ResourceNotFoundException'

const ask = async (target: AdminTarget, command: object): Promise<object> => {
  const name = await functionAt(target)
  return askAws(target, () =>
    invokeFunction(awsClientConfig(target), name, command).catch((error: Error) => {
      if (!isNoFunction(error)) throw error
      throw new UnreachableError(
        `${targetName(target)} is not there: it is not deployed in this account and region`,
      )
    }),
  )
}

const placeOf = (target: AdminTarget): DataPlace => {
  if (target.stage) return stagePlace(target.stage)
  return localPlace(targetName(target).replace('the', 'The'))
}

/** @throws RefusedError that says what to run first */
export const refuseUnreadable = async (target: AdminTarget, release: Release): Promise<void> => {
  const place = placeOf(target)
  const data = dataIn(await ask(target, { command: 'showStage' }))
  if (!data)
    throw new RefusedError(
      `${place.name} is not ready, since its first deployment did not end; deploy it first: ${place.startCommand}`,
    )
  const refusal = refusalOfData(data, release, place)
  if (refusal !== undefined) throw new RefusedError(refusal)
}

/** This process knows that it can read their data. */
const opened = new WeakSet<AdminTarget>()

/**
 * Permission is IAM's, the audit CloudTrail's. Data that this release cannot read is left alone; what it is, is always
 * shown. @throws RefusedError in the service's words, UnreachableError
 */
export const invoke = async (
  target: AdminTarget,
  command: object,
  release: Release = thisRelease,
): Promise<object> => {
  const isShown = (command as { readonly command?: unknown }).command === 'showStage'
  if (!isShown && !opened.has(target)) await refuseUnreadable(target, release)
  if (!isShown) opened.add(target)
  return ask(target, command)
}
