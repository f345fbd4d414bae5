import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientError,
  ClientSecretBasic,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  None,
  ResponseBodyError,
} from 'openid-client'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'
import { secret } from '../aws/secret.ts'
import { transport } from '../aws/transport.ts'
import { type Role, roles } from './contract.ts'
import { toOidcChallenges } from './session.ts'

/* OpenID Connect: authorization code with PKCE, state and nonce. No token of the issuer is stored. */

export class IssuerUnavailableError extends Fault {
  override readonly name = 'IssuerUnavailable'
}

export class SignInRefusedError extends Fault {
  override readonly name = 'SignInRefused'
}

const timeoutSeconds = 10

/** A code lets nobody in twice: if its first exchange got lost, the second is refused, and the person signs in again. */
export const askIssuer: CustomFetch = async (url, { method, headers, body, signal }) => {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const text = body ? `${body}` : ''
  const framed = { ...headers, 'content-length': `${Buffer.byteLength(text)}` }
  const sent = { protocol, hostname, port, method, path: pathname + search, headers: framed, body: text }
  try {
    const { response } = await transport({ repeat: 'token' }).handle(sent, { abortSignal: signal })
    const type = response.headers['content-type'] ?? ''
    return new Response(response.body as Buffer<ArrayBuffer>, {
      status: response.statusCode,
      headers: { 'content-type': type },
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw new TypeError('The issuer was not reached', { cause: error })
  }
}

const discover = async (): Promise<Configuration> => {
  const { issuer, clientId, secretName } = setting('SIGN_IN')
  const shown = secretName === null ? None() : ClientSecretBasic(await secret(secretName))
  return discovery(new URL(issuer), clientId, undefined, shown, {
    timeout: timeoutSeconds,
    [customFetch]: askIssuer,
    // Only the local environment's issuer: a stage whose issuer has no https is not synthesised.
    ...(issuer.startsWith('http:') && { execute: [allowInsecureRequests] }),
  })
}

let discovered: Promise<Configuration> | undefined

/** The issuer's metadata, read once per container and again after a failure. @throws IssuerUnavailableError */
const theIssuer = (): Promise<Configuration> => {
  discovered ??= discover().catch(() => {
    discovered = undefined
    throw new IssuerUnavailableError('The issuer says nothing of itself')
  })
  return discovered
}

export const signInUrl = async (cookie: string, callbackUrl: string): Promise<string> => {
  const { state, nonce, verifier } = toOidcChallenges(cookie)
  const url = buildAuthorizationUrl(await theIssuer(), {
    redirect_uri: callbackUrl,
    scope: 'openid',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

const isUnavailable = (error: unknown): boolean => {
  if (error instanceof ResponseBodyError) return error.status >= 500
  if (!(error instanceof ClientError)) return error instanceof TypeError
  const { code, cause } = error
  return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500)
}

const judge = (error: unknown): never => {
  if (isUnavailable(error)) throw new IssuerUnavailableError('The issuer exchanges no code')
  throw new SignInRefusedError('The issuer’s answer fits no sign-in')
}

const rolesOf = (groups: unknown): readonly Role[] => {
  const table = setting('SIGN_IN').roles
  const held = new Set(
    [groups].flat().map(group => (Object.hasOwn(table, `${group}`) ? table[`${group}`] : '')),
  )
  return roles.filter(role => held.has(role))
}

/** @param answeredAt the callback's URL with its query @throws SignInRefusedError, IssuerUnavailableError */
export const exchangeCode = async (cookie: string, answeredAt: URL) => {
  const { state, nonce, verifier } = toOidcChallenges(cookie)
  const configuration = await theIssuer()
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  } as const
  const tokens = await authorizationCodeGrant(configuration, answeredAt, checks).catch(judge)
  const claims = tokens.claims()!
  return { personId: claims.sub, roles: rolesOf(claims[setting('SIGN_IN').groupsClaim]) }
}

/** Undefined if the issuer has no sign-out endpoint, or does not respond. */
export const signOutUrl = async (backTo: string): Promise<string | undefined> => {
  const configuration = await theIssuer().catch(() => undefined)
  if (!configuration?.serverMetadata().end_session_endpoint) return undefined
  // The second name is Cognito's: https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
  return buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo, logout_uri: backTo }).href
}
