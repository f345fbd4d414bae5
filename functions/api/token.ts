import { digestOf, drawSecret, isSameDigest } from '../../shared/account/credential.ts'
import { findClient, keepToken } from '../../shared/account/store.ts'
import { authenticationRoutes } from '../../shared/http/contract/authentication-routes.ts'
import { Problem } from '../../shared/http/contract/problem.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'

/** Lifetime of an access token, in seconds. */
const tokenSeconds = 7200

const createToken: Act<typeof authenticationRoutes.createToken> = async ({ body, nowMs }) => {
  const client = await findClient(body.clientId)
  const digest = digestOf(body.secret)
  // Every secret is compared, and an unknown client costs the same: the time tells nothing.
  const matches = (client?.secrets ?? [{ digest: '' }]).filter(secret => isSameDigest(secret.digest, digest))
  if (!client || matches.length === 0)
    throw new Problem('unauthenticated', 'There is no such client, or its secret is another.')
  const accessToken = drawSecret()
  const { organisationId, mode, scopes } = client
  const expiresAt = Math.floor(nowMs / 1000) + tokenSeconds
  const token = { clientId: client.id, organisationId, mode, scopes, expiresAt }
  await keepToken(digestOf(accessToken), token, new Date(nowMs).toISOString())
  return { status: 200, body: { accessToken, expiresIn: tokenSeconds, tokenType: 'Bearer' } }
}

export const handler = servePublic(authenticationRoutes, { createToken })
