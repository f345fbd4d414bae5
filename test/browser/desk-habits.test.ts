import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import type { ApiClient } from '../support/api-client.ts'
import { onceTold } from '../support/disputes.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { againstFinding, worker } from '../support/fieldwork.ts'
import { signIn } from '../support/sign-in.ts'
import { isNightly } from '../support/tier.ts'
import { lookInEachView, openBrowser } from './browser.ts'
import { becomesTrue, lookAway, noticeOn, openDesk, openedCase, press, sentBy, visitedCase } from './desk.ts'
import { decideByKeys, unflaggedCase } from './desk-pace.ts'

/* What a reviewer does all day: where the day begins, what goes on by itself, and what a reload leaves. */

let world: World
let browser: Browser
let agent: ApiClient
let other: ApiClient

beforeAll(async () => {
  const fieldwork = { ...stages.local.fieldwork, fourEyes: true, backCheckShare: 0 }
  const verification = { ...stages.local.verification, dueSeconds: 2 }
  world = await startWorld({ settings: { fieldwork, verification } })
  browser = await openBrowser()
  agent = await signIn(world, 'agent-1')
  other = await signIn(world, 'reviewer-2')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const limit = { timeout: 400_000 }
const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

const clear = async (): Promise<void> => {
  const { data } = (await other.get('/v1/operations/assignments?list=reported&limit=100')).body
  const decision = { decision: 'approve', flagsAnswer: 'Seen.', againstFinding }
  for (const { id } of data) await other.post(at(id, '/decision'), decision)
}
/* N and the start page show what waits, of other tests as well. */
beforeEach(clear)

it('remembers that the next case follows a decision, which a key changes', limit, async () => {
  const [first, second] = [await visitedCase(world, agent), await visitedCase(world, agent)]
  await using desk = await openDesk(browser, world, 'reviewer-1')
  const { page } = desk
  const box = page.getByRole('checkbox', { name: 'Open the next after a decision' })
  expect(await box.isChecked()).toBe(false)
  await press(page, 'o')
  await page.reload()
  await box.waitFor()
  expect(await box.isChecked()).toBe(true)
  await press(page, 'n')
  await openedCase(page, first.assignment)
  await press(page, 'a')
  await openedCase(page, second.assignment)
  // Words are typed where a key would change it.
  await press(page, 'w')
  await page.keyboard.type('no')
  await press(page, 'Escape')
  expect(await box.isChecked()).toBe(true)
  await press(page, 'o', 'a')
  await lookAway(page)
  await noticeOn(page, `${second.assignment} decided: VERIFIED.`)
  expect(await page.getByRole('article', { name: `Case ${second.assignment}` }).count()).toBe(1)
  expect(desk.complaints).toEqual([])
})

it('works where the browser stores nothing', limit, async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1')
  const { page } = desk
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Refused.', 'SecurityError')
        },
      })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Waiting', level: 1 }).waitFor()
  await press(page, 'n')
  await openedCase(page, assignment)
  await press(page, 'o', 'w')
  await page.keyboard.type('Seen.')
  await press(page, 'Escape', 'a')
  await noticeOn(page, 'The queue is empty.')
  await lookAway(page)
  const isDecided = async () => (await desk.reviewer.get(at(assignment))).body.way === 'decided'
  await eventually(isDecided, 'the decision')
  expect(desk.complaints).toEqual([])
})

it('goes back to the case before, which is read if it is decided', limit, async () => {
  const [first, second] = [await visitedCase(world, agent), await visitedCase(world, agent)]
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: first.assignment })
  const { page } = desk
  await openedCase(page, first.assignment)
  const previous = page.getByRole('button', { name: 'Previous' })
  expect(await previous.isDisabled()).toBe(true)
  await press(page, 'n')
  await openedCase(page, second.assignment)
  // The list between them is no case, and a reload forgets none.
  await press(page, 'l')
  await page.getByRole('region', { name: 'What to do first' }).waitFor()
  await press(page, 'v')
  await openedCase(page, second.assignment)
  await page.reload()
  await openedCase(page, second.assignment)
  await press(page, 'v')
  await openedCase(page, first.assignment)
  expect(await previous.isDisabled()).toBe(true)
  await press(page, 'a')
  await lookAway(page)
  await noticeOn(page, `${first.assignment} decided: VERIFIED.`)
  await press(page, 'n')
  await openedCase(page, second.assignment)
  await press(page, 'v')
  await page.getByRole('alert').filter({ hasText: 'It is decided already.' }).waitFor()
  await page.getByRole('region', { name: 'Claimed and found' }).waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await lookInEachView(page, 'desk-read')
  expect(desk.complaints).toEqual([])
})

it('chooses a reason by its key and keeps what is written and chosen over a reload', limit, async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  const { page } = desk
  const decisions = sentBy(page, 'POST', '/decision')
  await openedCase(page, assignment)
  await press(page, 'w')
  await page.keyboard.type('Seen from the gate.')
  await press(page, 'Escape', 'r', 'f')
  const chosen = page.getByRole('radio', { name: 'CANNOT ACCESS ADDRESS' })
  expect(await chosen.isChecked()).toBe(true)
  // In words the same key is a letter.
  await page.getByRole('radio', { name: 'Photos or documents show otherwise' }).check()
  await page.getByLabel('In words, which the customer reads').fill('')
  await page.keyboard.type('def')
  expect(await chosen.isChecked()).toBe(true)
  await page.reload()
  await openedCase(page, assignment)
  expect(await page.getByLabel('Words for the customer, beside the outcome').inputValue()).toBe(
    'Seen from the gate.',
  )
  await press(page, 'r')
  expect(await chosen.isChecked()).toBe(true)
  expect(await page.getByLabel('In words, which the customer reads').inputValue()).toBe('def')
  // Who leaves the page finds it on the start page, and nothing of it once it is decided.
  await press(page, 'Escape', 'l')
  const first = page.getByRole('region', { name: 'What to do first' })
  await first.getByRole('heading', { name: 'You began to write 1' }).waitFor()
  await first.getByRole('link', { name: assignment }).first().click()
  await openedCase(page, assignment)
  await press(page, 'r', 'f', 'Enter')
  await lookAway(page)
  await noticeOn(page, 'It waits for a second reviewer.')
  expect(decisions).toEqual([
    {
      decision: 'reject',
      reason: 'CANNOT ACCESS ADDRESS',
      adminComment: 'Seen from the gate.',
      againstFinding: { reason: 'evidence', explanation: 'def' },
    },
  ])
  expect(await page.evaluate('sessionStorage["drafts reviewer-1"]')).not.toContain('gate')
  expect(desk.complaints).toEqual([])
})

it('takes what was written off the machine when its reviewer signs out', limit, async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  const { page } = desk
  await openedCase(page, assignment)
  await press(page, 'w')
  await page.keyboard.type('Not for others.')
  await becomesTrue(page, 'sessionStorage["drafts reviewer-1"].includes("Not for others.")')
  const hasEnded = page.waitForURL(url => url.pathname === '/session/end')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await hasEnded
  await page.goto(`${world.url}/v1/health`)
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Not for others.')
})

it('says what to do first, with links', limit, async () => {
  const disputed = await visitedCase(world, agent)
  const third = await worker(world, 'reviewer-3', ['reviewer'])
  expect((await third.post(at(disputed.assignment, '/decision'), { decision: 'approve' })).status).toBe(200)
  const customer = await world.client('local-live')
  const reason = 'She moved out in September.'
  await onceTold(() => customer.post(`/v1/addresses/${disputed.id}/dispute`, { ground: 'changed', reason }))
  const staged = await visitedCase(world, agent)
  const plain = await visitedCase(world, agent)
  const reject = { decision: 'reject', reason: 'FAILED - INVALID ADDRESS', againstFinding }
  expect((await other.post(at(staged.assignment, '/decision'), reject)).status).toBe(202)
  await using desk = await openDesk(browser, world, 'reviewer-1')
  const { page } = desk
  const first = page.getByRole('region', { name: 'What to do first' })
  const linksUnder = async (title: string) => {
    const section = first.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
    await section.getByRole('link').first().waitFor()
    return section.getByRole('link').allTextContents()
  }
  expect(await linksUnder('Disputes 1')).toEqual([`${disputed.assignment}-d1`])
  expect(await linksUnder('Decisions that wait for a second reviewer 1')).toEqual([staged.assignment])
  expect(await linksUnder('Waiting longest 1')).toHaveLength(1)
  // What becomes due is seen with the next tick of the page's clock.
  await eventually(async () => (await linksUnder('Overdue')).includes(plain.assignment), 'it to be overdue')
  await lookInEachView(page, 'desk-start')
  // Who asked to reject it is not asked to confirm it.
  await using own = await openDesk(browser, world, 'reviewer-2')
  await own.page.getByRole('heading', { name: 'Waiting longest' }).waitFor()
  expect(await own.page.getByRole('heading', { name: 'Decisions that wait' }).count()).toBe(0)
  await first.getByRole('link', { name: staged.assignment }).first().click()
  await openedCase(page, staged.assignment)
  await press(page, 'l')
  await eventually(async () => {
    const { data } = (await other.get('/v1/operations/assignments?list=reported&limit=100')).body
    return data.every(({ waiting }: { waiting: { reviewer: string | null } }) => waiting.reviewer === null)
  }, 'it to be released')
  expect(desk.complaints).toEqual([])
})

it('takes at most 1.5 keys a case where nothing is flagged', limit, async () => {
  const cases: string[] = []
  const count = isNightly ? 30 : 6
  while (cases.length < count)
    cases.push(await unflaggedCase(world, agent, `${cases.length + 1} Quick Street`))
  const { data } = (await other.get('/v1/operations/assignments?list=reported&limit=100')).body
  expect(data.map(({ waiting }: { waiting: { flags: number } }) => waiting.flags)).toEqual(
    Array(count).fill(0),
  )
  const { keys, decided, complaints } = await decideByKeys(browser, world, cases)
  expect(decided).toEqual(cases.map(id => [id, { decision: 'approve' }]))
  // One for each, one for the first, and one that switches it on.
  expect(keys).toBe(count + 2)
  expect(keys / count).toBeLessThanOrEqual(1.5)
  expect(complaints).toEqual([])
})
