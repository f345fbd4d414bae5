import { signIn, tokenSeconds } from '../../shared/account/sign-in.ts'
import { authenticationRoutes } from '../../shared/http/contract/authentication-routes.ts'
import { Problem } from '../../shared/http/contract/problem.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'

const createToken: Act<typeof authenticationRoutes.createToken> = async ({ body, nowMs }) => {
  const accessToken = await signIn(body, nowMs)
  if (accessToken === undefined)
    throw new Problem('unauthenticated', 'There is no such client, or its secret is another.')
  return { status: 200, body: { accessToken, expiresIn: tokenSeconds, tokenType: 'Bearer' } }
}

export const handler = servePublic(authenticationRoutes, { createToken })
