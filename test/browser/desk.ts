import type { Browser, Page } from 'playwright-core'
import type { ApiClient } from '../support/api-client.ts'
import { enrolledDevice } from '../support/capture.ts'
import type { World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, visitReport } from '../support/fieldwork.ts'
import { photograph, positionAt, shot, stated, stepsOf } from '../support/live-visit.ts'
import { addressOrder } from '../support/orders.ts'
import type { Receiver } from '../support/receiver.ts'
import { type Person, signIn } from '../support/sign-in.ts'
import { deskBy, type OpenPage, openPage, phoneBy, type View } from './browser.ts'

/* What the tests of the reviewer's page share: somebody who is signed in there, and cases to decide. */

export const onPhone = phoneBy('light')
export const onDesk = deskBy('light')

export interface Desk extends OpenPage {
  readonly reviewer: Person
}

/** The reviewer's page in a browser of its own, as somebody has it who is signed in. */
export const openDesk = async (
  browser: Browser,
  world: World,
  personId: string,
  { view = onDesk, at = '', clock = false }: { view?: View; at?: string; clock?: boolean } = {},
): Promise<Desk> => {
  const reviewer = await signIn(world, personId)
  const opened = await openPage(browser, `${world.url}/v1/health`, view)
  await opened.page.context().addCookies([{ name: 'session', value: reviewer.token, url: world.url }])
  if (clock) await opened.page.clock.install()
  await opened.page.goto(`${world.url}/v1/desk#/review${at && `/${at}`}`)
  await opened.page.getByRole('heading', { level: 1 }).first().waitFor()
  return {
    ...opened,
    reviewer,
    get complaints() {
      // A photo's link leads on to where it is stored.
      return opened.complaints.filter(complaint => !/asked for .*-media-.*\/evidence\//.test(complaint))
    },
  }
}

let visited = 0

export interface Visited {
  readonly id: number
  readonly assignment: string
}

/** A visit with three photos, reported. @param insideMetres how far away the last one was taken: from 200 on a strong flag */
export const visitedCase = async (
  world: World,
  agent: ApiClient,
  {
    path = '/v1/addresses',
    order = {},
    visit = {},
    insideMetres = 42,
  }: { path?: string; order?: object; visit?: object; insideMetres?: number } = {},
): Promise<Visited> => {
  const street = `${++visited} Reviewed Street`
  const work = await openWork(world, path, addressOrder({ street, ...stated, allowRevisit: true, ...order }))
  const steps = stepsOf(work.assignment)
  const device = await enrolledDevice(agent)
  await steps.claim(agent, 900)
  await photograph(agent, device, work.assignment, [
    shot(`${visited}-1`, 'exteriorPhotos.photo1', { metres: 14 }),
    shot(`${visited}-2`, 'exteriorPhotos.photo2', { metres: 38, width: 480, height: 640 }),
    shot(`${visited}-3`, 'interiorPhotos.photo1', { metres: insideMetres }),
  ])
  await steps.report(agent, {
    ...visitReport().visit,
    position: positionAt(22),
    addressType: 'Bungalow',
    neededHelp: false,
    comment: 'A green gate beside the pharmacy. A neighbour called the applicant, who came to the door.',
    neighbor: {
      firstname: 'Bola',
      lastname: 'Akin',
      phone: '08030000009',
      comment: 'Knows the family for years.',
    },
    ...visit,
  })
  return work
}

/** Presses a key wherever the focus is. */
export const press = (page: Page, ...keys: readonly string[]): Promise<void> =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** What has the focus when the next key can come at the soonest: once all that a key started at once is done. */
export const focusAfter = (page: Page, key: string): Promise<string> =>
  page.evaluate(`new Promise(resolve => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))
    queueMicrotask(() => resolve(document.activeElement.tagName + ' ' + document.activeElement.value))
  })`)

/** Waits until an expression is true in the page. Its own `waitForFunction` asks again by `eval`, which our pages forbid. */
export const becomesTrue = (page: Page, expression: string): Promise<boolean> =>
  eventually(() => page.evaluate<boolean>(expression), expression)

/** The case that is open and can be decided. */
export const openedCase = async (page: Page, assignment?: string): Promise<string> => {
  const title = page.getByRole('article').getByRole('heading', { level: 1 })
  if (assignment) await page.getByRole('article', { name: `Case ${assignment}` }).waitFor()
  await page
    .locator('button[aria-keyshortcuts="a"]:enabled')
    .waitFor()
    .catch(async cause => {
      throw new Error(`It cannot be decided: ${await page.locator('main').innerText()}`, { cause })
    })
  return ((await title.textContent()) ?? '').split(',')[0]!
}

/** As who looks at another tab for a moment: what is held on the page is sent. */
export const lookAway = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }
  })()`)

/** What the status line of the page says. */
export const noticeOn = (page: Page, words: string | RegExp) =>
  page
    .getByRole('status')
    .filter({ hasText: words })
    .first()
    .waitFor()
    .catch(async cause => {
      throw new Error(`It says: ${await page.locator('main').innerText()}`, { cause })
    })

/** The bodies of what a page sends to paths that end so. */
export const sentBy = (page: Page, method: string, ending: string): readonly unknown[] => {
  const bodies: unknown[] = []
  page.on('request', request => {
    if (request.method() === method && new URL(request.url()).pathname.endsWith(ending))
      bodies.push(request.postDataJSON())
  })
  return bodies
}

/** What the customer was told of a verification, if it has been. */
export const eventOf = ({ received }: Receiver, id: number) => {
  const found = received.find(each => each.id === `evt_${id}_completed`)
  return found && JSON.parse(found.body)
}
