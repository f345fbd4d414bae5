import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../infra/version.ts'
import { buildApp } from '../../infra/web/app.ts'
import { startWorld, type World } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { openPhone } from './agent-phone.ts'
import { openBrowser, patienceMs, phoneBy } from './browser.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  // Others' open work would be weighed with it.
  world = await startWorld()
  browser = await openBrowser()
  await openWork(world)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** What a cheap phone is on a bad day: a quarter of this machine, and slow 3G as browsers' tools have it. */
const slowly = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

describe('the page of agents', () => {
  it('loads by 8 requests in three round trips and 60 KB at most, on a slow phone', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.context.newPage()
    await slowly(page)
    const asked: { readonly path: string; readonly bytes: Promise<number> }[] = []
    // Three round trips: the page, its files, and all that it asks of the service. Were a list asked only after the session
    // is known, neither would ever come.
    const listsAsked = Promise.all(
      [/list=mine$/, /list=open&limit=30$/].map(list => page.waitForRequest(list, { timeout: patienceMs })),
    )
    await page.route('**/v1/session', async route => {
      await listsAsked
      await route.continue()
    })
    page.on('requestfinished', request => {
      const bytes = request
        .sizes()
        .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize)
      asked.push({ path: new URL(request.url()).pathname, bytes })
    })
    await page.goto(phone.url)
    await page.getByRole('button', { name: 'I have read it' }).click()
    await page
      .getByRole('button', { name: /^Take it/ })
      .first()
      .waitFor()
    const sizes = await Promise.all(asked.map(({ bytes }) => bytes))
    const bytes = sizes.reduce((sum, each) => sum + each, 0)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(60_000)
    expect(asked.length).toBeLessThanOrEqual(8)
  })

  it('is at most 60 KB with all that it is made of, its service worker and icon included', () => {
    const { page, assets } = buildApp('work', version)
    const first = [...assets].filter(([name]) => !name.startsWith('icon-'))
    const bytes = first.reduce(
      (sum, [, content]) => sum + content.length,
      Buffer.from(page.get('index.html')!).length,
    )
    console.info(`${bytes} bytes gzipped`)
    expect(bytes).toBeLessThanOrEqual(60_000)
  })

  it('opens without a network from what its service worker keeps: the page and its files, and no answer of the API', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await page
      .getByRole('button', { name: /^Take it/ })
      .first()
      .waitFor()
    await page.evaluate('navigator.serviceWorker.ready')
    const kept = await page.evaluate<string[]>(`(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))
      return all.flat().sort()
    })()`)
    const loaded = await page.evaluate<string[]>(
      "[...document.querySelectorAll('script[src], link[rel=stylesheet]')].map(each => new URL(each.src ?? each.href).pathname)",
    )
    // Beside what the page loads at once: the part that comes when somebody opens a call.
    const parts = [...buildApp('work', version).assets.keys()].filter(name => /^(call|part)\./.test(name))
    expect(parts.length).toBeGreaterThan(0)
    expect(kept).toEqual(
      [
        ...new Set(['/v1/work', ...loaded, ...parts.map(name => `/v1/work/${name.replace('.gz', '')}`)]),
      ].sort(),
    )
    await phone.context.setOffline(true)
    await page.reload()
    await page
      .getByRole('button', { name: /^Take it/ })
      .first()
      .waitFor()
    await page.getByText('To take a visit you need a connection.').waitFor()
    expect(phone.complaints).toEqual([])
  })

  it('deletes what an older version of it kept, once all of its own is there', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await page.evaluate('navigator.serviceWorker.ready')
    await page.evaluate(`(async () => {
      await (await navigator.serviceWorker.ready).unregister()
      for (const name of await caches.keys()) await caches.delete(name)
      await (await caches.open('shell-of-an-older-version')).put('/v1/work', new Response('old'))
    })()`)
    await page.reload()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    const names = () => page.evaluate<string[]>('caches.keys()')
    await expect.poll(names, { timeout: patienceMs }).toEqual([expect.stringMatching(/^shell-[0-9a-f]{12}$/)])
  })

  it('can be installed: its manifest names icons that are there, and one that may be cut', async () => {
    const manifest = (await (await fetch(`${world.url}/v1/work/manifest.webmanifest`)).json()) as {
      start_url: string
      scope: string
      display: string
      icons: { src: string; type: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({ start_url: '/v1/work', scope: '/v1/work', display: 'standalone' })
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'maskable', 'maskable'])
    for (const { src, type } of manifest.icons)
      expect((await fetch(`${world.url}${src}`)).headers.get('content-type')).toBe(type)
    const worker = await fetch(`${world.url}/v1/work/service-worker.js`)
    expect(worker.headers.get('service-worker-allowed')).toBe('/v1/work')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
  })
})
