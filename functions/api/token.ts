import { digestOf, tokenSeconds } from '../../shared/account/credential.ts'
import { signIn } from '../../shared/account/sign-in.ts'
import { authenticationRoutes } from '../../shared/http/contract/authentication-routes.ts'
import { Problem } from '../../shared/http/contract/problem.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { type RateLimit, takeOne } from '../../shared/http/rate-limit.ts'
import { servePublic } from '../../shared/http/serve.ts'

/** Only wrong ones are counted and a right one passes at any time, so that nobody can lock a client out. */
const wrongSecrets: RateLimit = {
  name: 'wrong-secrets',
  limit: 30,
  windowSeconds: 3600,
  detail: 'Too many wrong secrets were sent for this client. The right one is still accepted.',
}

/** 18 bits: ids that exist count as those that do not, and inventing them fills no table. */
const bucketOf = (clientId: string): string => digestOf(clientId).slice(0, 3)

const createToken: Act<typeof authenticationRoutes.createToken> = async ({ body, nowMs }) => {
  const accessToken = await signIn(body, nowMs)
  if (accessToken === undefined) {
    await takeOne(wrongSecrets, { subject: bucketOf(body.clientId) }, nowMs)
    throw new Problem('unauthenticated', 'There is no such client, or its secret is another.')
  }
  return { status: 200, body: { accessToken, expiresIn: tokenSeconds, tokenType: 'Bearer' } }
}

export const handler = servePublic(authenticationRoutes, { createToken })
