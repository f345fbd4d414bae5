import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { madeOnce } from '../support/made-once.ts'
import { isAll, isNightly } from '../support/tier.ts'
import { inOneView, type State, type StateInEachView } from './states.ts'

const run = promisify(execFile)

const screens = join(import.meta.dirname, '../../.build/screens')

/** It opens nothing but this machine: no update, no background traffic, and no other name resolves. */
const isolated = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  // A container's shared memory is too small for the picture of a long page.
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Containers have no user namespaces; it sees nothing but our own pages.
  '--no-sandbox',
  // A camera that nobody is asked for, with as few pictures a second as it can have.
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
]

type Start = () => Promise<Browser>

const installed: Start = () => chromium.launch({ channel: 'chrome', args: isolated })

/**
 * Unpacks Chromium, its libraries and fonts once a run, in a process whose temporary folder is where they are to be: the
 * package takes a file that another process still writes for one that is there.
 */
const unpack = (): Promise<string> =>
  madeOnce({ browser: true }, async folder => {
    const program = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
    // Says that what Chromium needs of Lambda's system is not there, so that its own is unpacked.
    const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
    await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: import.meta.dirname, env })
    // The one that is unpacked names folders of Lambda.
    writeFileSync(
      join(folder, 'fonts/fonts.conf'),
      '<?xml version="1.0"?><fontconfig><dir prefix="relative">.</dir></fontconfig>',
    )
  })

const unpacked: Start = async () => {
  const folder = await unpack()
  const [libraries, fonts] = [join(folder, 'al2023/lib'), join(folder, 'fonts')]
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: isolated,
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts },
  })
}

/** Chromium from npm where there is one for the machine, else the Chrome that is installed. @throws saying why neither starts */
const startBrowser = async (): Promise<Browser> => {
  const failures: unknown[] = []
  for (const start of process.platform === 'linux' ? [unpacked, installed] : [installed])
    try {
      return await start()
    } catch (error) {
      failures.push(error)
    }
  throw new AggregateError(failures, `No browser starts. ${failures.map(String).join('\n')}`)
}

let shared: Promise<Browser> | undefined

/** The browser of this worker, which ends with it, without what the file before left open. Its camera shows a moving test picture. */
export const openBrowser = async (): Promise<Browser> => {
  shared ??= startBrowser()
  const browser = await shared
  for (const context of browser.contexts()) await context.close()
  return browser
}

export interface View {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
}

type Scheme = View['scheme']

/** A cheap phone. */
export const phoneBy = (scheme: Scheme): View => ({ width: 360, height: 640, scheme })
export const deskBy = (scheme: Scheme): View => ({ width: 1280, height: 800, scheme })

/** A phone by day; in CI also a desk by night; in the night both by both. */
export const views: readonly View[] = [
  phoneBy('light'),
  ...(isAll ? [deskBy('dark')] : []),
  ...(isNightly ? [phoneBy('dark'), deskBy('light')] : []),
]

export const viewName = ({ width, scheme }: View): string => `${width}-${scheme}`

/** For `it.each`. */
export const eachView = views.map(view => [viewName(view), view] as const)

export interface OpenPage extends AsyncDisposable {
  readonly page: Page
  /** What the browser complained of, and what it wanted from elsewhere. */
  readonly complaints: readonly string[]
}

/** How long a page may take to show something: the machine may be doing much else. */
export const patienceMs = 60_000

/** Somebody in Lagos. */
export const nigerian = { locale: 'en-GB', timezoneId: 'Africa/Lagos' } as const

/** A page as somebody sees it who has never been here. */
export const openPage = async (browser: Browser, url: string, view: View): Promise<OpenPage> => {
  const { width, height, scheme } = view
  const context = await browser.newContext({
    ...nigerian,
    viewport: { width, height },
    colorScheme: scheme,
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    if (new URL(request.url()).origin !== new URL(url).origin && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked for ${request.url()}`)
  })
  await page.goto(url, { waitUntil: 'load' })
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** What lies half under a bar that stays, until somebody scrolls, would count as too small to hit. */
const examine = `(() => {
  const bars = [...document.body.querySelectorAll('*')].filter(each => getComputedStyle(each).position === 'sticky')
  for (const bar of bars) bar.style.position = 'static'
  return axe.run(document, ${JSON.stringify(rules)}).finally(() => {
    for (const bar of bars) bar.style.removeProperty('position')
  })
})()`

/** What axe finds against WCAG 2.2 AA, a line for each element. It is half a megabyte, and so read once a document. */
export const barriersOn = async (page: Page): Promise<string[]> => {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(examine)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** How many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

/** On a busy machine Chromium sometimes has no frame ready: the waits before it is asked again, in milliseconds. */
const pictureWaitsMs = [0, 250, 1000, 4000]

/** Keeps a picture of the whole page, to be looked at: `.build/screens/<name>-360-dark.png`. Only the night has time for it. */
export const keepScreen = async (page: Page, name: string, view: View): Promise<void> => {
  if (!isNightly) return
  mkdirSync(screens, { recursive: true })
  const path = join(screens, `${name}-${viewName(view)}.png`)
  for (const waitMs of pictureWaitsMs)
    try {
      await page.screenshot({ path, fullPage: true })
      return
    } catch {
      await sleep(waitMs)
    }
  await page.screenshot({ path, fullPage: true })
}

/** Undefined where the list has it in each view, or is of guides. */
const onlyViewOf = (name: State): string | undefined =>
  (inOneView as Readonly<Partial<Record<State, string>>>)[name]

/** Keeps the picture of a state, and holds it to what every state must be: no wider than its window, and for everybody. */
export const look = async (page: Page, name: State, view: View): Promise<void> => {
  expect([name, viewName(view)]).toEqual([name, onlyViewOf(name) ?? viewName(view)])
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
  await keepScreen(page, name, view)
  expect([name, await overflowOf(page), await barriersOn(page)]).toEqual([name, 0, []])
}

let turns = 0

/** By day a state is examined for barriers in one of its views, always the same: axe takes most of the time of a look. */
const examinedView = (name: string): View =>
  views[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % views.length]!

/** The same in every view, of a page that is opened once. It is left in another view each time, so that whoever goes on does so in all. */
export const lookInEachView = async (page: Page, name: StateInEachView): Promise<void> => {
  const first = ++turns % views.length
  for (const view of [...views.slice(first), ...views.slice(0, first)]) {
    await page.setViewportSize(view)
    await page.emulateMedia({ colorScheme: view.scheme })
    if (isNightly || view === examinedView(name)) await look(page, name, view)
    else expect([name, await overflowOf(page)]).toEqual([name, 0])
  }
}
