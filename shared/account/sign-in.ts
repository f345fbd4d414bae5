import { sha256Digest, generateAccessToken, isSameDigest, tokenSeconds } from './credential.ts'
import { type Client, findClient, saveToken } from './store.ts'

interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

/** The client of whom one of its secrets is shown, and the digest of that; undefined for anybody else. */
export const authenticateClient = async (
  shown: ClientCredentials,
): Promise<{ readonly client: Client; readonly secretDigest: string } | undefined> => {
  const client = await findClient(shown.clientId)
  const secretDigest = sha256Digest(shown.secret)
  // Every secret is compared, and an unknown client costs the same: the time tells nothing.
  const matches = (client?.secrets ?? [{ digest: '' }]).filter(({ digest }) =>
    isSameDigest(digest, secretDigest),
  )
  return client && matches.length > 0 ? { client, secretDigest } : undefined
}

/** A new access token for who shows one of a client's secrets; undefined for anybody else. */
export const issueAccessToken = async (
  shown: ClientCredentials,
  nowMs: number,
): Promise<string | undefined> => {
  const known = await authenticateClient(shown)
  if (!known) return undefined
  const { client, secretDigest } = known
  const accessToken = generateAccessToken(client.id)
  const expiresAt = Math.floor(nowMs / 1000) + tokenSeconds
  const token = { secretDigest, generation: client.generation, expiresAt }
  const isKept = await saveToken(sha256Digest(accessToken), token, client)
  // The operator removed the client or gave it another secret meanwhile: it is judged anew.
  return isKept ? accessToken : issueAccessToken(shown, nowMs)
}
