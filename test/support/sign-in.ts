import { addPerson, userPoolOf } from '../../infra/local/seed.ts'
import { parsePersonId } from '../../shared/account/credential.ts'
import { type ApiClient, call } from './api-client.ts'
import { type Browser, openBrowser, type Visit } from './browser-session.ts'
import type { World } from './environment.ts'

/** What a client is, by a session in the place of a token. */
export interface Person extends ApiClient {
  /** The session as the browser sends it. */
  readonly cookie: string
  readonly browser: Browser
}

interface Place {
  readonly url: string
}

/** Goes to the issuer and chooses somebody; answers what came back to us. */
export const chooseAtIssuer = async (
  browser: Browser,
  { url }: Place,
  personId: string,
  returnTo = '/v1/work',
): Promise<Visit> => {
  const page = await browser.visit('GET', `${url}/v1/session/sign-in?returnTo=${returnTo}`)
  return browser.visit('POST', page.url, { person: personId })
}

/** A client of somebody's browser: its calls carry the session and the origin of our own pages. */
export const personOf = (browser: Browser, { url }: Place): Person => {
  const token = browser.cookiesOf(url).get('session')!
  const cookie = `session=${token}`
  const request: Person['request'] = (method, path, body, headers) =>
    call(`${url}${path}`, method, { body, headers: { cookie, origin: url, ...headers } })
  return {
    id: parsePersonId(token),
    token,
    cookie,
    browser,
    request,
    get: path => request('GET', path),
    post: (path, body, headers) => request('POST', path, body, headers),
    patch: (path, body) => request('PATCH', path, body),
    delete: path => request('DELETE', path),
  }
}

/**
 * Walks the whole way over HTTP: from our own page to the issuer, where one of its people is chosen, and back with a
 * session. @param world a world, or anything else with the API's address
 */
export const signIn = async (world: Place, personId: string): Promise<Person> => {
  const browser = openBrowser()
  const { status, body } = await chooseAtIssuer(browser, world, personId)
  if (status !== 200 || !/You are signed in/.test(body))
    throw new Error(`${personId} was not signed in: ${status} ${body}`)
  return personOf(browser, world)
}

/** Signs in somebody of a file's own, whose work and devices are not those of other files in the same world. */
export const signInOwn = async (world: World, personId: string, group: string): Promise<Person> => {
  await addPerson(userPoolOf(world.emulator)!, { personId, group })
  return signIn(world, personId)
}
