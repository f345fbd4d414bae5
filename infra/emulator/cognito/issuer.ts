/**
 * The user pool's OpenID provider. `oidc-provider` is loaded on the first request, since most who start the
 * emulator sign nobody in.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Adapter, AdapterPayload, ClientMetadata, JWKS, default as Provider } from 'oidc-provider'
import type { HostedResource } from '../cloudformation/identity.ts'
import { texts } from '../json.ts'
import { readBody } from '../server.ts'
import type { PoolUser, UserPool } from './user-pool.ts'

interface IssuerOptions {
  readonly url: string
  readonly pool: UserPool
  readonly clients: readonly HostedResource[]
}

const signInPath = '/sign-in/'

/** Cognito's sessions last an hour, its codes five minutes. */
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
  return { ...(await crypto.subtle.exportKey('jwk', privateKey)), kid: 'local', use: 'sig', alg: 'RS256' }
}

const createProvider = async ({ url, pool, clients }: IssuerOptions): Promise<Provider> => {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const policy = interactionPolicy.base()
  // Everybody chooses a person at every sign-in.
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
    // Our pages are the only client, so no consent is asked for.
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

const openMemory = (): Adapter => {
  const things = new Map<string, { readonly payload: AdapterPayload; readonly untilMs: number }>()
  const forget = (isIt: (payload: AdapterPayload) => boolean): void => {
    for (const [id, { payload, untilMs }] of things)
      if (untilMs <= Date.now() || isIt(payload)) things.delete(id)
  }
  const find = (isIt: (payload: AdapterPayload) => boolean) => {
    forget(() => false)
    return things.values().find(({ payload }) => isIt(payload))?.payload
  }
  return {
    upsert: async (id, payload, expiresIn = 3600) =>
      void things.set(id, { payload, untilMs: Date.now() + expiresIn * 1000 }),
    find: async id => {
      forget(() => false)
      return things.get(id)?.payload
    },
    findByUid: async uid => find(payload => payload.uid === uid),
    findByUserCode: async userCode => find(payload => payload.userCode === userCode),
    consume: async id => {
      const known = things.get(id)
      if (known) known.payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async id => void things.delete(id),
    revokeByGrantId: async grantId => forget(payload => payload.grantId === grantId),
  }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, mark => `&#${mark.charCodeAt(0)};`)

const button = ({ name, groups }: PoolUser): string =>
  `<p><button name="person" value="${escaped(name)}">${escaped(name)}</button> ${escaped(groups.join(', ') || 'in no group')}</p>`

const signInPage = (users: readonly PoolUser[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to the local environment</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
button { font: inherit; min-width: 10rem; padding: .5rem 1rem }</style>
<h1>Sign in to the local environment</h1>
<p>This page belongs to the local environment and asks for no password. In a stage, the issuer asks here for a passkey, or for a password and a code.</p>
<form method="post">${users.map(button).join('\n')}</form>
</html>
`
