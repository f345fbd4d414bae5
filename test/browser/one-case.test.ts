import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { openPhone } from './agent-phone.ts'
import { answerAll, digestsOn, photograph, sign, slots, takeVisit } from './agent-steps.ts'
import { deskBy, openBrowser, openPage, phoneBy } from './browser.ts'
import { noticeOn, openDesk, openedCase, press } from './desk.ts'

/*
 * One case from the order to the event, by pages alone: an agent on a phone without a network, a reviewer at a desk, and
 * an integrator whose receiver was down.
 */

let world: World
let browser: Browser

beforeAll(async () => {
  const webhooks = { ...stages.local.webhooks, retryScheduleSeconds: [] }
  world = await startWorld({ settings: { webhooks } })
  browser = await openBrowser()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const [onPhone, onDesk] = [phoneBy('light'), deskBy('light')]
const street = '7 Single Case Road'

/** The agent takes the visit, loses the network, photographs, answers, signs, and has a network again. */
const visit = async (): Promise<Record<string, string>> => {
  await using phone = await openPhone(browser, world, onPhone)
  const page = await phone.open()
  await takeVisit(page, street)
  await phone.context.setOffline(true)
  for (const slot of slots) await photograph(page, slot)
  await answerAll(page)
  const taken = await digestsOn(page)
  await sign(page)
  await page.getByRole('heading', { name: 'Signed' }).waitFor()
  await phone.context.setOffline(false)
  await page.getByRole('link', { name: 'See what is sent' }).click()
  await page.getByText('At the office since').waitFor()
  expect(phone.complaints).toEqual([])
  return taken
}

/** The reviewer opens the next case and approves it, by the keyboard: each photo of the browser's camera is the same. */
const review = async (assignment: string): Promise<void> => {
  await using desk = await openDesk(browser, world, 'reviewer-1', { view: onDesk })
  await press(desk.page, 'n')
  expect(await openedCase(desk.page, assignment)).toContain(assignment)
  await press(desk.page, 'a')
  await desk.page.keyboard.type('A test picture.')
  await press(desk.page, 'Control+Enter')
  await noticeOn(desk.page, `${assignment} decided: VERIFIED.`)
}

const signInToPortal = async (page: Page): Promise<void> => {
  await page.getByLabel('Client id').fill('local-live')
  await page.getByLabel('Secret').fill('local-live-secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Portal' }).waitFor()
}

/** The integrator sees why the event did not arrive, and has it sent again. */
const resend = async (eventId: string, mend: () => void): Promise<void> => {
  await using opened = await openPage(browser, `${world.url}/v1/portal`, onDesk)
  const { page } = opened
  await signInToPortal(page)
  await page.getByRole('link', { name: 'Events' }).click()
  await page.locator(`a[href*="${eventId}"]`).first().click()
  await page.getByText('The endpoint answered 500').first().waitFor()
  mend()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('delivered').first().waitFor()
}

it('goes from the phone to the desk to the customer, photos and all', { timeout: 180_000 }, async () => {
  let isBroken = true
  const receiver = await world.receiver((_count, response) => {
    response.writeHead(isBroken ? 500 : 200).end()
  })
  const customer = await world.client('local-live')
  await customer.post('/v1/webhooks', { url: receiver.url })
  const { assignment, id } = await openWork(world, '/v1/addresses', addressOrder({ street }))
  const taken = await visit()
  await review(assignment)
  const eventId = `evt_${id}_completed`
  await eventually(() => receiver.received.some(each => each.id === eventId), 'a first attempt')
  await resend(eventId, () => {
    isBroken = false
  })
  const told = receiver.received.filter(each => each.id === eventId)
  expect(told.length).toBeGreaterThanOrEqual(2)
  expect(new Set(told.map(({ body }) => body)).size).toBe(1)
  const { data } = JSON.parse(told.at(-1)!.body)
  expect(data.address.status).toMatchObject({ status: 'VERIFIED' })
  expect(Object.keys(taken)).toHaveLength(3)
})
