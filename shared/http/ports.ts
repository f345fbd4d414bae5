import type { Caller } from '../domain/caller.ts'
import type { Claim, KeptAnswer, RepeatKey } from '../domain/repeat.ts'

/** What every chain needs of the world. */
export interface PublicPorts {
  readonly now: () => number
  readonly random: () => number
  readonly log: (event: string, fields: object) => void
  readonly fieldsOfError: (error: unknown) => object
}

/** What the chain of authenticated calls needs besides; `aws/api.ts` provides it. */
export interface Ports extends PublicPorts {
  /** The caller behind an access token, unless it is unknown or has expired. */
  readonly findCaller: (accessToken: string, nowMs: number) => Promise<Caller | undefined>
  readonly claim: (
    key: RepeatKey,
    request: { bodyDigest: string; id: number; nowMs: number },
  ) => Promise<Claim>
  /** Without an answer, the next request with the key takes over. */
  readonly settle: (key: RepeatKey, answer?: KeptAnswer) => Promise<void>
  readonly release: (key: RepeatKey) => Promise<void>
}
