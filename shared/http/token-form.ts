import * as z from 'zod/mini'
import { tokenSeconds } from '../account/credential.ts'
import { issueAccessToken } from '../account/sign-in.ts'
import type { Action } from './action.ts'
import { type TokenForm, TokenRequest, type tokenFormRoutes } from './contract/authentication-routes.ts'
import { Problem } from './contract/problem.ts'
import { commonHeaders, type ProblemResponder, toProblemResponse } from './problem-response.ts'
import { refuseSecret } from './wrong-secret.ts'

/* OAuth 2.0 client credentials, RFC 6749 §4.4: a form in, its own names and errors out. */

type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'

class TokenProblem extends Problem {
  readonly error: TokenError
  constructor(error: TokenError, detail: string) {
    super(error === 'invalid_client' ? 'unauthenticated' : 'invalid_request', detail)
    this.error = error
  }
}

const decodeFormText = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** RFC 6749 §2.3.1: both parts are encoded as a form's values are, before they are joined. */
const readBasic = (header: string) => {
  try {
    const [, encoded] = /^basic +([\w+/-]+=*)$/i.exec(header)!
    const [, clientId, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded!, 'base64').toString())!
    return { clientId: decodeFormText(clientId!), secret: decodeFormText(secret!) }
  } catch {
    throw new TokenProblem('invalid_client', 'The header Authorization is not Basic with an id and a secret.')
  }
}

/** @throws TokenProblem for no credentials, or more than one way of sending them (RFC 6749 §2.3) */
export const readClientCredentials = (header: string | undefined, form: TokenForm): TokenRequest => {
  const { client_id: clientId, client_secret: secret } = form
  const basic = header === undefined ? undefined : readBasic(header)
  if (basic && secret !== undefined)
    throw new TokenProblem('invalid_request', 'Send the secret by Basic or in the body, not both at once.')
  if (basic && clientId !== undefined && clientId !== basic.clientId)
    throw new TokenProblem('invalid_request', 'client_id is another than that of the header Authorization.')
  const { success, data } = z.safeParse(TokenRequest, basic ?? { clientId, secret })
  if (!success)
    throw new TokenProblem('invalid_client', 'Send the id and secret of a client, by Basic or in the body.')
  return data
}

const requireGrantType = (grantType: string): void => {
  if (grantType !== 'client_credentials')
    throw new TokenProblem('unsupported_grant_type', 'The one grant_type is client_credentials.')
}

/** A token has all scopes of its client, so a narrower wish is granted and answered with what it has (RFC 6749 §3.3). */
const requireScopes =
  (scope = '') =>
  (scopes: readonly string[]): void => {
    const lacking = scope.split(' ').filter(each => each !== '' && !scopes.includes(each))
    if (lacking.length > 0)
      throw new TokenProblem('invalid_scope', `This client has these scopes: ${scopes.join(' ')}.`)
  }

export const createTokenByForm: Action<typeof tokenFormRoutes.createToken> = async ({
  header,
  body,
  nowMs,
}) => {
  requireGrantType(body.grant_type)
  const shown = readClientCredentials(header('authorization'), body)
  const issued = await issueAccessToken(shown, nowMs, requireScopes(body.scope))
  const { accessToken, scopes } = issued ?? (await refuseSecret(shown.clientId, nowMs))
  return {
    status: 200,
    body: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: scopes.join(' '),
    },
  }
}

const errorOf = (problem: Problem): TokenError | undefined => {
  if (problem instanceof TokenProblem) return problem.error
  if (problem.code === 'unauthenticated') return 'invalid_client'
  if (problem.code === 'client_suspended') return 'unauthorized_client'
  return problem.code === 'invalid_request' ? 'invalid_request' : undefined
}

/** RFC 6749 §5.2. Its words are ASCII without quotes and backslashes. */
const toDescription = (detail: string): string => detail.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")

/** Answers as RFC 6749 §5.2 says what it has a word for, and other problems as everywhere. */
export const toTokenErrorResponse = (problem: Problem, requestId: string): ReturnType<ProblemResponder> => {
  const error = errorOf(problem)
  if (error === undefined) return toProblemResponse(problem, requestId)
  const isClient = error === 'invalid_client'
  return {
    statusCode: isClient ? 401 : 400,
    headers: {
      ...commonHeaders(requestId),
      ...(isClient && { 'www-authenticate': 'Basic realm="verification-service", charset="UTF-8"' }),
    },
    body: JSON.stringify({ error, error_description: toDescription(problem.message) }),
  }
}
