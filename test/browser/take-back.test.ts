import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { quickly, startWorld, type World } from '../support/environment.ts'
import { approval, reportedWork } from '../support/fieldwork.ts'
import { signIn } from '../support/sign-in.ts'
import { lookInEachView, openBrowser } from './browser.ts'
import { noticeOn, openDesk, openedCase, press, sentBy, visitedCase } from './desk.ts'
import { unflaggedCase } from './desk-pace.ts'

/* A reviewer takes decisions back, by keyboard. The stage leaves the time that a busy machine needs. */

let world: World
let browser: Browser
let agent: ApiClient

beforeAll(async () => {
  const fieldwork = { ...quickly.fieldwork!, fourEyes: false, takeBackSeconds: 900 }
  world = await startWorld({ settings: { fieldwork } })
  browser = await openBrowser()
  agent = await signIn(world, 'agent-1')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

it('Z brings the latest decision back, its case as it was written', {
  timeout: 240_000,
}, async () => {
  const earlier = await visitedCase(world, agent)
  const taken = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: earlier.assignment })
  const { page, reviewer } = desk
  const takeBack = page.getByRole('button', { name: 'Take it back' })
  await openedCase(page, earlier.assignment)
  expect(await takeBack.count()).toBe(0)
  await press(page, 'a')
  await noticeOn(page, `${earlier.assignment}: approved.`)
  await takeBack.waitFor()

  await page.goto(`${world.url}/v1/desk#/review/${taken.assignment}`)
  await openedCase(page, taken.assignment)
  await press(page, 'w')
  await page.keyboard.type('A green gate.')
  await press(page, 'Escape', 'a')
  await noticeOn(page, `${taken.assignment}: approved.`)
  await lookInEachView(page, 'desk-take-back')
  // Nothing is lost at reload, and the latest is taken back first.
  await page.reload()
  await noticeOn(page, `${taken.assignment}: approved.`)
  await press(page, 'z')
  await noticeOn(page, `${taken.assignment}: taken back. It is yours again.`)
  expect(await openedCase(page, taken.assignment)).toBe(taken.assignment)

  // The one before is next.
  await takeBack.waitFor()
  const { review } = (await reviewer.get(`/v1/operations/assignments/${taken.assignment}`)).body
  expect([review.pendingDecision, review.reviewer]).toEqual([null, 'reviewer-1'])

  // Decided once more, and taken back without a reload: what was written is there again, as it was after the reload.
  await press(page, 'w')
  await page.keyboard.type(' A blue door.')
  await press(page, 'Escape', 'a')
  await noticeOn(page, `${taken.assignment}: approved.`)
  await press(page, 'z')
  await noticeOn(page, `${taken.assignment}: taken back. It is yours again.`)
  await openedCase(page, taken.assignment)
  await press(page, 'w')
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('A green gate. A blue door.')
  // A case that is decided for now cannot be claimed: whoever opens it reads so.
  expect(desk.complaints.filter(each => !each.includes('409'))).toEqual([])
})

it('decides cases together that are alike and have no flag, one by one, and Z brings the last one back', {
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
  expect(
    (
      await signIn(world, 'reviewer-2').then(other =>
        other.post(`/v1/operations/assignments/${bare.assignment}/decision`, {
          ...approval,
          isTogether: true,
        }),
      )
    ).body.errors,
  ).toMatchObject([{ pointer: '/isTogether', code: 'not_allowed' }])
  await using desk = await openDesk(browser, world, 'reviewer-1')
  const { page } = desk
  const decisions = sentBy(page, 'POST', '/decision')
  await page.getByRole('button', { name: 'Decide together cases of Address, Ikeja, Lagos' }).click()
  const bulk = page.getByRole('region', { name: 'Decide together' })
  const lines = bulk.getByRole('listitem')
  const listed = await lines.getByRole('checkbox').count()
  expect([listed, await lines.filter({ hasText: flagged.assignment }).count()]).toEqual([4, 0])
  // What is decided here is seen here.
  await expect
    .poll(() => lines.getByRole('figure').allTextContents(), { timeout: 60_000 })
    .toEqual(Array(4).fill('Enlarge Outside 1 14 m away'))
  await lines.filter({ hasText: left }).getByRole('checkbox').uncheck()
  await lookInEachView(page, 'desk-together')
  await bulk.getByRole('button', { name: 'Approve 3 cases' }).click()
  await lines.filter({ hasText: last }).getByText(`${last}: approved.`).waitFor()
  expect(await lines.getByRole('status').allTextContents()).toEqual([
    `✓ ${first}: approved.`,
    expect.stringMatching(/^✗ Not decided: /),
    `✓ ${last}: approved.`,
    '',
  ])
  expect(decisions).toEqual(Array(3).fill({ decision: 'approve', isTogether: true }))
  await lookInEachView(page, 'desk-together-done')
  await press(page, 'z')
  await noticeOn(page, `${last}: taken back. It is yours again.`)
  expect(await openedCase(page, last)).toBe(last)
  const { review } = (await desk.reviewer.get(`/v1/operations/assignments/${first}`)).body
  expect(review.pendingDecision).toMatchObject({ decision: 'approve', by: 'reviewer-1' })
  expect((await desk.reviewer.get(`/v1/operations/assignments/${refused}`)).body.review.pendingDecision).toBe(
    null,
  )
  // What the API refuses a browser notes, too.
  expect(desk.complaints.filter(each => !each.includes('400'))).toEqual([])
})
