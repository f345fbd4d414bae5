import { tokenSeconds } from '../../shared/account/credential.ts'
import { issueAccessToken } from '../../shared/account/sign-in.ts'
import type { Action } from '../../shared/http/action.ts'
import { authenticationRoutes, tokenFormRoutes } from '../../shared/http/contract/authentication-routes.ts'
import { isForm, parseInput } from '../../shared/http/parse-input.ts'
import {
  type ApiHandler,
  chooseAction,
  createHandler,
  publicPorts,
  servePublic,
} from '../../shared/http/serve.ts'
import { createTokenByForm, toTokenErrorResponse } from '../../shared/http/token-form.ts'
import { refuseSecret } from '../../shared/http/wrong-secret.ts'

const createToken: Action<typeof authenticationRoutes.createToken> = async ({ body, nowMs }) => {
  const issued = await issueAccessToken(body, nowMs)
  const { accessToken } = issued ?? (await refuseSecret(body.clientId, nowMs))
  return { status: 200, body: { accessToken, expiresIn: tokenSeconds, tokenType: 'Bearer' } }
}

const serveJson = servePublic(authenticationRoutes, { createToken })
const serveForm = createHandler(
  publicPorts,
  [chooseAction(tokenFormRoutes, { createToken: createTokenByForm }), parseInput(publicPorts)],
  { answerProblem: toTokenErrorResponse },
)

/** JSON, or the form of a standard OAuth client. */
export const handler: ApiHandler = (event, context) =>
  isForm(event.headers['content-type']) ? serveForm(event, context) : serveJson(event, context)
