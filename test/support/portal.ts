import { type Answer, type ApiClient, call } from './api-client.ts'

interface Target {
  readonly url: string
}

/** Where a link of a client leads: its address, and the secret in it. */
export const portalLink = async (
  client: ApiClient,
): Promise<{ readonly url: string; readonly link: string }> => {
  const { status, body } = await client.post('/v1/portal/links')
  if (status !== 201) throw new Error(`No link was made: ${status}`)
  return { url: body.url, link: new URL(body.url).hash.replace('#/link/', '') }
}

/** Asks as our own page does, with the cookie if there is one. */
export const askAsPage = (
  { url }: Target,
  [method, path]: readonly [string, string],
  { body, cookie, origin = url }: { body?: unknown; cookie?: string; origin?: string } = {},
): Promise<Answer> => call(`${url}${path}`, method, { body, headers: { origin, ...(cookie && { cookie }) } })

/** The cookie that an answer lays down, as a browser sends it. */
export const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]!.split(';')[0]!

/** Opens the portal by credentials, and asks what is asked with its session. */
export const openPortal = async (target: Target, clientId = 'local-test', secret = `${clientId}-secret`) => {
  const opened = await askAsPage(target, ['POST', '/v1/portal/session'], { body: { clientId, secret } })
  if (opened.status !== 201) throw new Error(`The portal was not opened: ${opened.status}`)
  const cookie = cookieOf(opened)
  return {
    cookie,
    session: opened.body,
    ask: (method: string, path: string, body?: unknown) =>
      askAsPage(target, [method, path], { cookie, ...(body !== undefined && { body }) }),
  }
}
