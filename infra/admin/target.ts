import type { LambdaClientConfig } from '@aws-sdk/client-lambda'
import { type Announcement, announcedAt } from '../local/announcement.ts'
import { isStageName, type Stage, stages } from '../stages.ts'
import { UnreachableError } from './exit.ts'

export type AdminTarget =
  | { readonly stage: Stage; readonly region: string | undefined }
  | { readonly stage: undefined; readonly port: number }

/** @throws Error that names the stages */
export const stageTarget = (name: string): Stage => {
  if (!isStageName(name) || name === 'local') throw new Error(`expected one of ${deployedStages.join(', ')}`)
  return stages[name]
}

export const deployedStages = Object.keys(stages).filter(name => name !== 'local')

/** @throws UnreachableError */
export const localTarget = (port: number): Announcement => {
  const announced = announcedAt(port)
  if (!announced) throw noLocalEnvironment(port)
  return announced
}

const noLocalEnvironment = (port: number) =>
  new UnreachableError(
    `no local environment runs on port ${port}: npm start, --port for another, or --stage for a stage`,
  )

export const awsClientConfig = (
  place: AdminTarget,
): Pick<LambdaClientConfig, 'region' | 'endpoint' | 'credentials'> => {
  if (place.stage) return place.region === undefined ? {} : { region: place.region }
  const { gateway, accessKeyId } = localTarget(place.port)
  // The emulator identifies callers by their access key.
  return { region: 'local', endpoint: gateway, credentials: { accessKeyId, secretAccessKey: 'local' } }
}

export const targetName = (place: AdminTarget): string =>
  place.stage ? `the stage ${place.stage.name}` : `the local environment on port ${place.port}`

/** Describes an error before the service was reached; undefined for any other. */
export const describeUnreachable = (error: Error, place: AdminTarget): UnreachableError | undefined => {
  const { code } = error as { code?: string }
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return place.stage
      ? new UnreachableError(`${targetName(place)} cannot be reached: ${code}`)
      : noLocalEnvironment(place.port)
  if (error.name === 'CredentialsProviderError')
    return new UnreachableError(`there are no credentials for ${targetName(place)}: ${error.message}`)
  if (error.message === 'Region is missing')
    return new UnreachableError(`--region or AWS_REGION says where ${targetName(place)} is`)
  return undefined
}
