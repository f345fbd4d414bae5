import { digestOf, isSameDigest, newSecret } from '../../shared/aws/credential.ts'
import { database } from '../../shared/aws/database.ts'
import { servePublic } from '../../shared/aws/public-api.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { authenticationRoutes } from '../../shared/contract/routes/authentication.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { findClient, keepToken } from '../../shared/table/client.ts'

/** Lifetime of an access token, in seconds. */
const tokenSeconds = 7200

const createToken: Act<'createToken'> = async ({ body, nowMs }) => {
  const client = await findClient(database, body.clientId)
  const digest = digestOf(body.secret)
  // Every secret is compared, and an unknown client costs the same: the time tells nothing.
  const matches = (client?.secrets ?? [{ digest: '' }]).filter(secret => isSameDigest(secret.digest, digest))
  if (!client || matches.length === 0)
    throw new Problem('unauthenticated', 'There is no such client, or its secret is another.')
  const accessToken = newSecret()
  const { organisationId, mode, scopes } = client
  const expiresAt = Math.floor(nowMs / 1000) + tokenSeconds
  const token = { clientId: client.id, organisationId, mode, scopes, expiresAt }
  await keepToken(database, digestOf(accessToken), token, new Date(nowMs).toISOString())
  return { status: 200, body: { accessToken, expiresIn: tokenSeconds, tokenType: 'Bearer' } }
}

export const handler = servePublic(authenticationRoutes, { createToken })
