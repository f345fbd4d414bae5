import { digestOf, drawAccessToken, isSameDigest, tokenSeconds } from './credential.ts'
import { type Client, findClient, keepToken } from './store.ts'

interface Credentials {
  readonly clientId: string
  readonly secret: string
}

/** The client of whom one of its secrets is shown, and the digest of that; undefined for anybody else. */
export const recognise = async (
  shown: Credentials,
): Promise<{ readonly client: Client; readonly secretDigest: string } | undefined> => {
  const client = await findClient(shown.clientId)
  const secretDigest = digestOf(shown.secret)
  // Every secret is compared, and an unknown client costs the same: the time tells nothing.
  const matches = (client?.secrets ?? [{ digest: '' }]).filter(({ digest }) =>
    isSameDigest(digest, secretDigest),
  )
  return client && matches.length > 0 ? { client, secretDigest } : undefined
}

/** A new access token for who shows one of a client's secrets; undefined for anybody else. */
export const signIn = async (shown: Credentials, nowMs: number): Promise<string | undefined> => {
  const known = await recognise(shown)
  if (!known) return undefined
  const { client, secretDigest } = known
  const accessToken = drawAccessToken(client.id)
  const expiresAt = Math.floor(nowMs / 1000) + tokenSeconds
  const token = { secretDigest, generation: client.generation, expiresAt }
  const isKept = await keepToken(digestOf(accessToken), token, client)
  // The operator removed the client or gave it another secret meanwhile: it is judged anew.
  return isKept ? accessToken : signIn(shown, nowMs)
}
