import type { Caller } from './caller.ts'
import { digestOf } from './credential.ts'
import { findToken } from './store.ts'

/** How long a container trusts what it read of a token, in milliseconds: a revocation is felt within a minute. */
const trustMs = 60_000
/** Tokens that a container remembers; beyond it the oldest goes. */
const rememberedTokens = 1000

interface Remembered {
  readonly caller: Caller
  readonly untilMs: number
}

const remembered = new Map<string, Remembered>()

const remember = (digest: string, entry: Remembered): void => {
  if (remembered.size >= rememberedTokens) remembered.delete(remembered.keys().next().value!)
  remembered.set(digest, entry)
}

/** The caller behind an access token; an unknown or expired one is never remembered. */
export const findCaller = async (accessToken: string, nowMs: number): Promise<Caller | undefined> => {
  const digest = digestOf(accessToken)
  const known = remembered.get(digest)
  if (known && known.untilMs > nowMs) return known.caller
  remembered.delete(digest)
  const token = await findToken(digest)
  if (!token || token.expiresAt * 1000 <= nowMs) return undefined
  const { clientId, organisationId, mode, scopes } = token
  const caller = { clientId, organisationId, mode, scopes }
  remember(digest, { caller, untilMs: Math.min(nowMs + trustMs, token.expiresAt * 1000) })
  return caller
}
