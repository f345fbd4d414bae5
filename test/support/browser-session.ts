/* A browser without a screen: cookies by host, redirects one by one, and the one form of the local issuer. */

export interface Visit {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export interface Browser {
  /** The cookies that it keeps for a host. */
  cookiesOf(url: string): ReadonlyMap<string, string>
  /** One request; a redirect is answered and not followed. */
  ask(method: string, url: string, form?: Record<string, string>): Promise<Visit>
  /** One request, and every redirect after it. */
  visit(method: string, url: string, form?: Record<string, string>): Promise<Visit>
}

const keep = (kept: Map<string, string>, line: string): void => {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  const isOver = attributes.some(each => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(each))
  if (isOver) kept.delete(pair.slice(0, at))
  else kept.set(pair.slice(0, at), pair.slice(at + 1))
}

export const openBrowser = (): Browser => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string): Map<string, string> => {
    const { host } = new URL(url)
    if (!jars.has(host)) jars.set(host, new Map())
    return jars.get(host)!
  }
  const ask: Browser['ask'] = async (method, url, form) => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...(method !== 'GET' && { origin: new URL(url).origin }) },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) keep(jar, line)
    return { url, status: response.status, headers: response.headers, body: await response.text() }
  }
  const visit: Browser['visit'] = async (method, url, form) => {
    let here = await ask(method, url, form)
    for (let steps = 0; here.headers.has('location') && here.status < 400; steps++) {
      if (steps > 15) throw new Error(`${url} leads on and on`)
      here = await ask('GET', new URL(here.headers.get('location')!, here.url).href)
    }
    return here
  }
  return { cookiesOf: jarOf, ask, visit }
}
