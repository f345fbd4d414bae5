import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { World } from '../support/environment.ts'
import { signIn } from '../support/sign-in.ts'
import { nigerian, patienceMs, type View } from './browser.ts'

/** Near what orders of the tests call their address. */
export const nearAddress = { latitude: 6.6019, longitude: 3.3516, accuracy: 14 }

export interface Phone extends AsyncDisposable {
  readonly context: BrowserContext
  readonly url: string
  /** What the browser complained of: errors on the page, and of its console what is no failed request. */
  readonly complaints: readonly string[]
  /** A tab with the page in it. */
  open(hash?: string): Promise<Page>
}

const cookieOf = (cookie: string, url: string) => {
  const [name, value] = cookie.split('=') as [string, string]
  return { name, value, url, httpOnly: true, sameSite: 'Strict' as const }
}

/** Signs somebody in on a phone by the issuer's page, and gives the phone their session. */
export const holdBy = async (context: BrowserContext, world: World, person: string): Promise<void> => {
  const { cookie } = await signIn(world, person)
  await context.addCookies([cookieOf(cookie, world.url)])
}

/** Reads what a phone says to whoever has just signed in on it, before it looks where it is. */
const readNotice = async (page: Page): Promise<void> => {
  const read = page.getByRole('button', { name: 'I have read it' })
  const unsaved = page.getByRole('heading', { name: 'This phone saves nothing now' })
  await read.or(unsaved).or(page.locator('h1, main h2')).first().waitFor()
  // Of a person whom the phone knew before, it may go while it is clicked.
  const isRead = async () => {
    if ((await read.count()) > 0) await read.click({ timeout: 1000 }).catch(() => undefined)
    return (await read.count()) === 0
  }
  await expect.poll(isRead).toBe(true)
}

/** A phone with a camera and a position, in the hands of somebody who has signed in. */
export const openPhone = async (
  browser: Browser,
  world: World,
  { width, height, scheme }: View,
  person = 'agent-1',
  reader: { readonly locale: string; readonly timezoneId: string } = nigerian,
): Promise<Phone> => {
  const context = await browser.newContext({
    ...reader,
    viewport: { width, height },
    colorScheme: scheme,
    geolocation: nearAddress,
    permissions: ['geolocation', 'camera'],
  })
  context.setDefaultTimeout(patienceMs)
  await holdBy(context, world, person)
  const complaints: string[] = []
  const url = `${world.url}/v1/work`
  const open = async (hash = ''): Promise<Page> => {
    const page = await context.newPage()
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
        complaints.push(message.text())
    })
    await page.goto(`${url}${hash}`)
    await readNotice(page)
    return page
  }
  return { context, url, complaints, open, [Symbol.asyncDispose]: () => context.close() }
}
