import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import type { Receiver } from '../support/receiver.ts'
import { signIn } from '../support/sign-in.ts'
import { startWorld, type World } from '../support/world.ts'
import { keepScreen, startBrowser, views } from './browser.ts'
import { noticeOn, openDesk, openedCase, press, visitedCase } from './desk.ts'

let world: World
let browser: Browser
let agent: ApiClient
let receiver: Receiver

beforeAll(async () => {
  world = await startWorld({ settings: { fieldwork: { ...stages.local.fieldwork, backCheckShare: 0 } } })
  browser = await startBrowser()
  agent = await signIn(world, 'agent-1')
  receiver = await world.receiver()
  await (await world.client('local-live')).post('/v1/webhooks', { url: receiver.url })
})
afterAll(async () => {
  await browser?.close()
  await world[Symbol.asyncDispose]()
})

it('lets a case be decided by keyboard alone, and the customer is told', { timeout: 120_000 }, async () => {
  const { id, assignment } = await visitedCase(world, agent)
  for (const view of views) {
    await using desk = await openDesk(browser, world, 'reviewer-1', { view })
    const { page } = desk
    await page.getByRole('link', { name: new RegExp(assignment) }).waitFor()
    await keepScreen(page, 'desk-list', view)
    await press(page, 'n')
    expect(await openedCase(page)).toBe(assignment)
    await page.waitForLoadState('networkidle')
    await keepScreen(page, 'desk-case', view)
    await page.evaluate('document.querySelector(".case").scrollTo(0, 700); scrollTo(0, 900)')
    await page.waitForTimeout(300)
    await page.screenshot({ path: `.build/screens/desk-scrolled-${view.width}-${view.scheme}.png` })
    await press(page, 'r')
    await keepScreen(page, 'desk-reject', view)
    await press(page, 'Escape', 't')
    await page.getByText('The chain holds').waitFor()
    await press(page, 'p')
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `.build/screens/desk-enlarged-${view.width}-${view.scheme}.png` })
    await press(page, 'x', '?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.screenshot({ path: `.build/screens/desk-keys-${view.width}-${view.scheme}.png` })
    console.log(desk.complaints)
  }
  await using desk = await openDesk(browser, world, 'reviewer-1')
  const { page } = desk
  await press(page, 'n')
  expect(await openedCase(page)).toBe(assignment)
  await press(page, 'a')
  await noticeOn(page, `${assignment} decided: VERIFIED.`)
  await eventually(() => receiver.received.some(each => each.id === `evt_${id}_completed`), 'the event')
  expect(desk.complaints).toEqual([])
})
