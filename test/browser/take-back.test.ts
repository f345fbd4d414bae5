import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { quickly, startWorld, type World } from '../support/environment.ts'
import { reportedWork } from '../support/fieldwork.ts'
import { signIn } from '../support/sign-in.ts'
import { lookInEachView, openBrowser } from './browser.ts'
import { noticeOn, openDesk, openedCase, press, visitedCase } from './desk.ts'

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
  const earlier = await reportedWork(world, agent)
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

  // Decided once more, and taken back without a reload: what was written is there again.
  await press(page, 'w')
  await page.keyboard.type('A blue gate.')
  await press(page, 'Escape', 'a')
  await noticeOn(page, `${taken.assignment}: approved.`)
  await press(page, 'z')
  await noticeOn(page, `${taken.assignment}: taken back. It is yours again.`)
  await openedCase(page, taken.assignment)
  await press(page, 'w')
  expect(await page.evaluate('document.activeElement.value')).toBe('A blue gate.')
  // A case that is decided for now cannot be claimed: whoever opens it reads so.
  expect(desk.complaints.filter(each => !each.includes('409'))).toEqual([])
})
