import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { ApiClient } from '../support/api-client.ts'
import { quickly, startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork } from '../support/fieldwork.ts'
import { signIn } from '../support/sign-in.ts'
import { lookInEachView, openBrowser } from './browser.ts'
import {
  becomesTrue,
  type Desk,
  lookAway,
  noticeOn,
  openDesk,
  openedCase,
  press,
  sentBy,
  visitedCase,
} from './desk.ts'
import { unflaggedCase } from './desk-pace.ts'

/* The seconds in which a reviewer takes a decision back, on the page alone. The test ends them, whatever the machine does. */

let world: World
let browser: Browser
let agent: ApiClient
let other: ApiClient

beforeAll(async () => {
  world = await startWorld({ settings: { fieldwork: { ...quickly.fieldwork!, fourEyes: false } } })
  browser = await openBrowser()
  agent = await signIn(world, 'agent-1')
  other = await signIn(world, 'reviewer-2')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const limit = { timeout: 240_000 }
const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const approve = { decision: 'approve' }

const goTo = async (page: Page, assignment: string): Promise<void> => {
  await page.evaluate(`location.hash = '#/review/${assignment}'`)
  await openedCase(page, assignment)
}

/** A page whose ten seconds end when the test says so. */
const openHeldDesk = async (assignment = ''): Promise<Desk> => {
  const desk = await openDesk(browser, world, 'reviewer-1')
  await desk.page.addInitScript(() => {
    const start = window.setTimeout
    const held: (() => void)[] = []
    Object.assign(window, {
      setTimeout: (action: () => void, ms = 0) => (ms === 10_000 ? -held.push(action) : start(action, ms)),
      clearTimeout: new Proxy(window.clearTimeout, {
        apply: (clear, _window, [timer]: [number]) => (timer < 0 ? delete held[-timer - 1] : clear(timer)),
      }),
      endSeconds: () => {
        for (const action of held.splice(0)) action?.()
      },
    })
  })
  await desk.page.reload()
  await desk.page.getByRole('heading', { name: /^Waiting/, level: 1 }).waitFor()
  if (assignment) await goTo(desk.page, assignment)
  return desk
}

const endSeconds = (page: Page): Promise<void> => page.evaluate('endSeconds()')

const decidedIn = async ({ reviewer }: Desk, assignment: string): Promise<readonly string[]> =>
  eventsIn((await reviewer.get(at(assignment, '/trail'))).body.entries)
    .map(({ what, by }) => `${what} ${by}`)
    .filter(said => /^(decided|returned|staged) /.test(said))

const isDecided = (desk: Desk, assignment: string) =>
  eventually(async () => (await decidedIn(desk, assignment)).length > 0, 'the decision')

it(
  'Z brings a decision back, its case as it was written, and the service never learns of it',
  limit,
  async () => {
    const [taken, next] = [await visitedCase(world, agent), await visitedCase(world, agent)]
    await using desk = await openHeldDesk(taken.assignment)
    const { page } = desk
    const decisions = sentBy(page, 'POST', '/decision')
    const takeBack = page.getByRole('button', { name: 'Take it back' })
    expect(await takeBack.count()).toBe(0)
    await press(page, 'w')
    await page.keyboard.type('A green gate.')
    await press(page, 'Escape', 'a')
    // It is said once, and the seconds that run are for the eye.
    const said = page.locator('.tools [role=status]')
    await expect
      .poll(() => said.textContent(), { timeout: 60_000 })
      .toBe(`${taken.assignment}: approved. Z takes it back within 10 seconds.`)
    const seconds = page.locator('.take-back [aria-hidden]', { hasText: ' s' })
    await page.getByText('It is not sent yet: Z takes it back.').waitFor()
    expect(await page.getByRole('link', { name: taken.assignment }).count()).toBe(0)
    const isLess = async () => Number.parseInt((await seconds.textContent()) ?? '', 10) < 9
    await eventually(isLess, 'the seconds to run')
    expect(await said.textContent()).toBe(`${taken.assignment}: approved. Z takes it back within 10 seconds.`)
    await lookInEachView(page, 'desk-take-back')

    // Also from the next case.
    await goTo(page, next.assignment)
    await press(page, 'z')
    await noticeOn(page, `${taken.assignment}: taken back. It is yours again.`)
    await openedCase(page, taken.assignment)
    await endSeconds(page)
    expect([decisions, await decidedIn(desk, taken.assignment), await takeBack.count()]).toEqual([[], [], 0])
    await press(page, 'w')
    await page.keyboard.type(' A blue door.')
    await press(page, 'Escape', 'a')
    await noticeOn(page, `${taken.assignment}: approved.`)
    expect(decisions).toEqual([])
    await endSeconds(page)
    await noticeOn(page, `${taken.assignment} decided: VERIFIED.`)
    expect(decisions).toEqual([{ ...approve, adminComment: 'A green gate. A blue door.' }])
    expect(await decidedIn(desk, taken.assignment)).toEqual(['decided reviewer-1'])
    expect(desk.complaints).toEqual([])
  },
)

it('N and the next decision send the one before at once', limit, async () => {
  const cases = [await visitedCase(world, agent), await visitedCase(world, agent)]
  const [first, second] = cases.map(({ assignment }) => assignment) as [string, string]
  await using desk = await openHeldDesk(first)
  const { page } = desk
  await press(page, 'a')
  await noticeOn(page, `${first}: approved.`)
  await goTo(page, second)
  await press(page, 'a')
  await noticeOn(page, `${second}: approved.`)
  await isDecided(desk, first)
  expect(await decidedIn(desk, second)).toEqual([])
  await press(page, 'n')
  await isDecided(desk, second)
  expect(desk.complaints).toEqual([])
})

it(
  'is sent when its page is hidden or left, once, and whoever comes back reads what came of it',
  limit,
  async () => {
    const [hidden, left] = [await visitedCase(world, agent), await visitedCase(world, agent)]
    await using desk = await openHeldDesk(hidden.assignment)
    const { page } = desk
    const decisions = sentBy(page, 'POST', '/decision')
    await press(page, 'a')
    await noticeOn(page, `${hidden.assignment}: approved.`)
    await lookAway(page)
    await lookAway(page)
    await noticeOn(page, `${hidden.assignment} decided: VERIFIED.`)
    expect(decisions).toEqual([approve])

    await goTo(page, left.assignment)
    await press(page, 'a')
    await noticeOn(page, `${left.assignment}: approved.`)
    await page.reload()
    await isDecided(desk, left.assignment)
    await page
      .getByText(/(It is decided already|decided: VERIFIED)\./)
      .first()
      .waitFor()
    expect(await decidedIn(desk, left.assignment)).toEqual(['decided reviewer-1'])
    // What came of it is known, and nothing is sent once more.
    await becomesTrue(page, `(sessionStorage['sent-decisions reviewer-1'] ?? '[]') === '[]'`)
  },
)

it('is lost where the browser dies: its case stays with its reviewer, undecided', limit, async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openHeldDesk(assignment)
  const { page } = desk
  const decisions = sentBy(page, 'POST', '/decision')
  await press(page, 'a')
  await noticeOn(page, `${assignment}: approved.`)
  const crashed = page.waitForEvent('crash')
  const devtools = await page.context().newCDPSession(page)
  // It has no answer from whom it kills.
  void devtools.send('Page.crash').catch(() => undefined)
  await crashed
  const refused = await other.post(at(assignment, '/claim'), {})
  expect([refused.status, refused.body.code]).toEqual([409, 'already_claimed'])
  const { way, review } = (await desk.reviewer.get(at(assignment))).body
  expect([way, review.reviewer, decisions]).toEqual(['reported', 'reviewer-1', []])
  // They come back, and find it.
  await using again = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  await openedCase(again.page, assignment)
  await press(again.page, 'a')
  await noticeOn(again.page, `${assignment}: approved.`)
  await lookAway(again.page)
  await noticeOn(again.page, `${assignment} decided: VERIFIED.`)
})

it('that is refused when it is sent names its case and leads back, from the next one', limit, async () => {
  const [refused, next] = [await visitedCase(world, agent), await visitedCase(world, agent)]
  await using desk = await openHeldDesk(refused.assignment)
  const { page } = desk
  await press(page, 'w')
  await page.keyboard.type('Seen.')
  await press(page, 'Escape', 'a')
  await noticeOn(page, `${refused.assignment}: approved.`)
  await goTo(page, next.assignment)
  // From another window of theirs.
  const otherwise = { ...approval, adminComment: 'By another page.' }
  expect((await desk.reviewer.post(at(refused.assignment, '/decision'), otherwise)).status).toBe(200)
  await endSeconds(page)
  const told = page.getByRole('alert').filter({ hasText: `${refused.assignment} was not decided.` })
  await told.waitFor()
  expect(await page.getByRole('article', { name: `Case ${next.assignment}` }).count()).toBe(1)
  expect(await told.getByRole('button').allTextContents()).toEqual(['Close'])
  await lookInEachView(page, 'desk-not-decided')
  // Elsewhere at the desk, too.
  await page.evaluate(`location.hash = '#/search'`)
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor()
  await told.getByRole('link', { name: refused.assignment }).click()
  await page.getByText('It is decided already.').waitFor()
  await told.getByRole('button', { name: 'Close' }).click()
  expect(await told.count()).toBe(0)
  expect(desk.complaints.filter(each => !each.includes('409'))).toEqual([])
})

it('is sent before a sign-out, which waits for its answer', limit, async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openHeldDesk(assignment)
  const { page } = desk
  await press(page, 'a')
  await noticeOn(page, `${assignment}: approved.`)
  // Nothing is signed out of where the decision is not known.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const told = page.getByRole('alert').filter({ hasText: `${assignment} was not decided. No connection.` })
  await told.waitFor()
  await page.context().setOffline(false)
  await press(page, 'a')
  await noticeOn(page, `${assignment}: approved.`)
  expect(await told.count()).toBe(0)
  const hasEnded = page.waitForURL(url => url.pathname === '/session/end')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await hasEnded
  const { body } = await other.get(at(assignment))
  expect(body.way).toBe('decided')
})

it('decides cases together that are alike and have no flag, one by one, and Z takes all back', {
  timeout: 240_000,
}, async () => {
  const unflagged = (street: string, visit: object) => unflaggedCase(world, agent, street, visit)
  const flagged = await visitedCase(world, agent, { insideMetres: 420 })
  const first = await unflagged('1 Alike Street', {})
  const refused = await unflagged('2 Alike Street', {
    findings: { addressExists: true, hadAccess: true, isThere: false },
  })
  const last = await unflagged('3 Alike Street', {})
  const left = await unflagged('4 Alike Street', {})
  // Neither has a photo from near by: both wait for whoever opens them.
  const bare = await reportedWork(world, agent)
  const together = { ...approval, isTogether: true }
  expect((await other.post(at(bare.assignment, '/decision'), together)).body.errors).toMatchObject([
    { pointer: '/isTogether', code: 'not_allowed' },
  ])
  await using desk = await openHeldDesk()
  const { page } = desk
  const decisions = sentBy(page, 'POST', '/decision')
  await page.getByRole('button', { name: 'Decide together cases of Address, Ikeja, Lagos' }).click()
  const bulk = page.getByRole('region', { name: 'Decide together' })
  const lines = bulk.getByRole('listitem')
  const ours = [first, refused, last, left]
  const lineOf = (id: string) => lines.filter({ hasText: id })
  expect(await lineOf(flagged.assignment).count()).toBe(0)
  // What is decided here is seen here.
  for (const id of ours)
    await expect
      .poll(() => lineOf(id).getByRole('figure').allTextContents(), { timeout: 60_000 })
      .toEqual(['Enlarge Outside 1 14 m away'])
  await lookInEachView(page, 'desk-together')
  // The list has cases of other tests, too.
  for (const line of await lines.filter({ has: page.getByRole('checkbox') }).all())
    await line.getByRole('checkbox').uncheck()
  for (const id of [first, refused, last]) await lineOf(id).getByRole('checkbox').check()
  const approveThree = bulk.getByRole('button', { name: 'Approve 3 cases' })
  await approveThree.click()
  await noticeOn(page, '3 cases: approved.')
  await press(page, 'z')
  await noticeOn(page, '3 cases: taken back.')
  await endSeconds(page)
  expect(decisions).toEqual([])

  await approveThree.click()
  await noticeOn(page, '3 cases: approved.')
  await endSeconds(page)
  await lineOf(last).getByText(`${last} decided: VERIFIED.`).waitFor()
  const resultOf = (id: string) => lineOf(id).getByRole('status').textContent()
  expect([
    await resultOf(first),
    await resultOf(refused),
    await resultOf(last),
    await resultOf(left),
  ]).toEqual([
    `✓ ${first} decided: VERIFIED.`,
    '✗ Not decided: Say why against what was found: Applicant.',
    `✓ ${last} decided: VERIFIED.`,
    '',
  ])
  expect(decisions).toEqual(Array(3).fill({ ...approve, isTogether: true }))
  await page
    .getByRole('alert')
    .filter({ hasText: `${refused} was not decided. Say why against what was found: Applicant.` })
    .waitFor()
  await lookInEachView(page, 'desk-together-done')
  expect(await decidedIn(desk, refused)).toEqual([])
  // What the API refuses a browser notes, too.
  expect(desk.complaints.filter(each => !each.includes('400'))).toEqual([])
})
