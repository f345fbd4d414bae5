/**
 * The OpenID provider of a user pool, on a port of its own: `oidc-provider`, loaded when it is first asked, since most
 * who start the region sign nobody in.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ClientMetadata, JWKS, default as Provider } from 'oidc-provider'
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { texts } from '../json.ts'
import { readBody } from '../request-body.ts'
import { openMemory } from './memory.ts'
import { signInPage } from './sign-in-page.ts'
import type { UserPool } from './user-pool.ts'

interface IssuerOptions {
  readonly url: string
  readonly pool: UserPool
  readonly clients: readonly HostedResource[]
}

const signInPath = '/sign-in/'

/** How long somebody may take to choose; Cognito's sessions last an hour, its codes five minutes. */
const seconds = {
  Interaction: 600,
  Session: 3600,
  AuthorizationCode: 300,
  IdToken: 300,
  AccessToken: 300,
  Grant: 3600,
}

const clientOf = ({ ref, properties }: HostedResource): ClientMetadata => ({
  client_id: ref,
  redirect_uris: texts(properties.CallbackURLs),
  post_logout_redirect_uris: texts(properties.LogoutURLs),
  response_types: ['code'],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'none',
})

/** RS256, as Cognito signs. */
const signingKey = async () => {
  const { privateKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  return { ...(await crypto.subtle.exportKey('jwk', privateKey)), kid: 'laptop', use: 'sig', alg: 'RS256' }
}

const createProvider = async ({ url, pool, clients }: IssuerOptions): Promise<Provider> => {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const policy = interactionPolicy.base()
  // Whoever signs in chooses who to be, each time.
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check(
        'choose',
        'somebody is chosen',
        ({ oidc }) => oidc.result?.login === undefined,
      ),
    )
  return new Provider(url, {
    jwks: { keys: [await signingKey()] } as JWKS,
    adapter: openMemory,
    clients: clients.map(clientOf),
    claims: { openid: ['sub', 'cognito:groups'] },
    // Cognito puts the groups into the id token.
    conformIdTokenClaims: false,
    findAccount: async (_context, name) => {
      const user = pool.users().find(each => each.name === name)
      return (
        user && { accountId: name, claims: async () => ({ sub: name, 'cognito:groups': [...user.groups] }) }
      )
    },
    interactions: { policy, url: (_context, { uid }) => `${signInPath}${uid}` },
    // Our own pages are the only client: nobody is asked whether they may know who signs in.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: seconds,
  })
}

const answerChoice = async (
  provider: Provider,
  pool: UserPool,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.method !== 'POST')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(signInPage(pool.users()))
  const body = ((await readBody(request, 10_000)) ?? Buffer.alloc(0)).toString()
  const accountId = new URLSearchParams(body).get('person') ?? ''
  const isKnown = pool.users().some(({ name }) => name === accountId)
  const result = isKnown
    ? { login: { accountId } }
    : { error: 'access_denied', error_description: 'Nobody was chosen' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** Answers as the pool's issuer. Any request gets an answer. */
export const hostIssuer = (options: IssuerOptions): RequestListener => {
  let provider: Promise<Provider> | undefined
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    provider ??= createProvider(options)
    const ready = await provider
    if (request.url?.startsWith(signInPath)) return answerChoice(ready, options.pool, request, response)
    await ready.callback()(request, response)
  }
  return (request, response) =>
    void answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400)
      response.end('This sign-in is over, or was never begun. Begin again.')
    })
}
