import { tokenSeconds } from '../../shared/account/credential.ts'
import { issueAccessToken } from '../../shared/account/sign-in.ts'
import type { Action } from '../../shared/http/action.ts'
import { authenticationRoutes } from '../../shared/http/contract/authentication-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { refuseSecret } from '../../shared/http/wrong-secret.ts'

const createToken: Action<typeof authenticationRoutes.createToken> = async ({ body, nowMs }) => {
  const accessToken = (await issueAccessToken(body, nowMs)) ?? (await refuseSecret(body.clientId, nowMs))
  return { status: 200, body: { accessToken, expiresIn: tokenSeconds, tokenType: 'Bearer' } }
}

export const handler = servePublic(authenticationRoutes, { createToken })
