import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone, type Phone } from './agent-phone.ts'
import { answerAll, photograph, sign, slots, storedOn, takeVisit } from './agent-steps.ts'
import { lookInEachView, openBrowser, patienceMs, phoneBy } from './browser.ts'
import { countEvents, sentFrom, wake } from './deliveries.ts'

const world = await joinWorld()
const browser = await openBrowser()
const reviewer = await signIn(world, 'reviewer-1')

/** What browsers on Android tell of the network, and the one of the tests does not. */
const onMobileData = `(() => {
  const connection = Object.assign(new EventTarget(), { type: 'cellular' })
  Object.defineProperty(navigator, 'connection', { get: () => connection })
})()`
/** What a box was made to show, in order, so that a moment counts that no look at the page would meet. */
const notesChecks = `(() => {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')
  window.checks = []
  Object.defineProperty(HTMLInputElement.prototype, 'checked', {
    get,
    set(isChecked) {
      window.checks.push(isChecked)
      set.call(this, isChecked)
    },
  })
})()`
const findWifi = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    navigator.connection.type = 'wifi'
    navigator.connection.dispatchEvent(new Event('change'))
  })()`)

let ordered = 0
/** A visit that is signed on mobile data, with photos that wait for Wi-Fi. */
const signedOnMobileData = async (phone: Phone) => {
  await phone.context.addInitScript(onMobileData)
  const street = `${++ordered} Mobile Road`
  const work = await openWork(world, '/v1/addresses', addressOrder({ street, allowRevisit: true }))
  const page = await phone.open('#/queue')
  await page.getByRole('checkbox', { name: 'Send photos on Wi-Fi only' }).check()
  await page.getByText('A report waits for its photos').waitFor()
  await page.getByRole('link', { name: 'Visits' }).click()
  await takeVisit(page, street)
  await page.evaluate('navigator.serviceWorker.ready')
  const sent = sentFrom(phone)
  await photograph(page, slots[0])
  await photograph(page, slots[1])
  await answerAll(page)
  await sign(page)
  await page.getByText('Photos wait for Wi-Fi: open this page where you have it').waitFor()
  await page.getByRole('link', { name: 'No Wi-Fi · 3 saved here' }).waitFor()
  // What proves their time has arrived.
  expect(await countEvents(reviewer, work.assignment)).toMatchObject({ captured: 2 })
  expect(sent).toEqual([])
  return { page, sent, ...work }
}

const allSent = (page: Page) => page.getByRole('link', { name: 'All sent' }).waitFor()
const everything = ['bytes', 'bytes', 'report']

describe('photos that wait for Wi-Fi', () => {
  it('are sent as soon as the phone has it, and their report after them', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, sent, assignment } = await signedOnMobileData(phone)
    await lookInEachView(page, 'work-signed-no-wifi')
    await findWifi(page)
    await allSent(page)
    expect(sent).toEqual(everything)
    expect(await countEvents(reviewer, assignment)).toMatchObject({ captured: 2, uploaded: 2, reported: 1 })
    expect(phone.complaints).toEqual([])
  })

  it('are sent without it once the agent says so; later ones wait again', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, sent } = await signedOnMobileData(phone)
    await page.getByRole('link', { name: /^No Wi-Fi/ }).click()
    const waiting = page.getByText('Waits for Wi-Fi', { exact: true })
    await expect.poll(() => waiting.count(), { timeout: patienceMs }).toBe(2)
    await lookInEachView(page, 'work-queue-no-wifi')
    await page.getByRole('button', { name: 'Send now without Wi-Fi' }).click()
    await allSent(page)
    expect(sent).toEqual(everything)
    expect(await page.getByRole('checkbox', { name: 'Send photos on Wi-Fi only' }).isChecked()).toBe(true)
  })

  it('wait with the page closed as well, and go once the agent wants no Wi-Fi for them', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, sent, assignment } = await signedOnMobileData(phone)
    await page.close()
    const isAsked = phone.context.waitForEvent('response', response => response.url().endsWith('/v1/session'))
    await wake(phone)
    await isAsked
    // The page synchronises after the service worker has ended.
    const later = await phone.open('#/queue')
    await later.getByRole('link', { name: 'No Wi-Fi · 3 saved here' }).waitFor()
    expect((await storedOn(later)).photos).toMatchObject([{ state: 'recorded' }, { state: 'recorded' }])
    expect(sent).toEqual([])
    await later.getByRole('checkbox', { name: 'Send photos on Wi-Fi only' }).uncheck()
    await allSent(later)
    expect(sent).toEqual(everything)
    expect(await countEvents(reviewer, assignment)).toMatchObject({ captured: 2, uploaded: 2, reported: 1 })
  })

  it('are a choice that never shows what was not chosen', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    await phone.context.addInitScript(onMobileData)
    await phone.context.addInitScript(notesChecks)
    const page = await phone.open('#/queue')
    const box = page.getByRole('checkbox', { name: 'Send photos on Wi-Fi only' })
    await box.waitFor()
    await page.evaluate('window.checks = []')
    await box.click()
    await page.getByText('A report waits for its photos').waitFor()
    expect(await page.evaluate('window.checks')).not.toContain(false)
    expect(await box.isChecked()).toBe(true)
  })

  it('are no choice where the browser cannot tell Wi-Fi from mobile data, which it says', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open('#/queue')
    await page.getByText('This browser cannot tell Wi-Fi from mobile data').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await lookInEachView(page, 'work-queue-any-network')
  })
})
