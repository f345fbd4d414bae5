import type { Emulator } from '../../infra/emulator/emulator.ts'

/* What the stage `local` is called once it is deployed; the rest says it in its outputs. */

const prefix = 'verification-local-'

/** A function by what it is called within its stage, as in `outbox-relay`. */
export const functionNamed = (name: string): string => `${prefix}${name}`

/** A function's name within its stage. */
export const withoutStage = (functionName: string): string => functionName.replace(prefix, '')

/** The URL of a queue, as in `deliveries`: the emulator makes it of the account and the name, as SQS does. */
export const queueUrl = ({ environment }: Emulator, name: string): string =>
  `${environment.AWS_ENDPOINT_URL}/000000000000/${prefix}${name}`
