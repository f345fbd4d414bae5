import type { Caller } from './caller.ts'
import { clientIdIn, digestOf } from './credential.ts'
import { type Client, findToken, type StoredToken } from './store.ts'

/** How long a container trusts what it read of a token and its client, in milliseconds: a removal is felt within a minute. */
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

/** Whether the client still has the secret that the token was given for, and has not ended its tokens since. */
const isOf = (token: StoredToken, client: Client): boolean =>
  token.generation === client.generation && client.secrets.some(({ digest }) => digest === token.secretDigest)

/** The caller behind an access token; an unknown or expired one is never remembered. */
export const findCaller = async (accessToken: string, nowMs: number): Promise<Caller | undefined> => {
  const digest = digestOf(accessToken)
  const known = remembered.get(digest)
  if (known && known.untilMs > nowMs) return known.caller
  remembered.delete(digest)
  const found = await findToken(digest, clientIdIn(accessToken))
  if (!found || found.token.expiresAt * 1000 <= nowMs || !isOf(found.token, found.client)) return undefined
  const { token, client } = found
  const { id: clientId, organisationId, mode, scopes } = client
  const caller = { clientId, organisationId, mode, scopes }
  remember(digest, { caller, untilMs: Math.min(nowMs + trustMs, token.expiresAt * 1000) })
  return caller
}
