import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { holdBy, openPhone, type Phone } from './agent-phone.ts'
import { answerAll, digestsOn, photograph, sign, slots, storedOn, takeVisit } from './agent-steps.ts'
import { lookInEachView, openBrowser, phoneBy } from './browser.ts'
import { countEvents, sentFrom, wake } from './deliveries.ts'

const world = await joinWorld()
const browser = await openBrowser()
const reviewer = await signIn(world, 'reviewer-1')

const at = (assignment: string, what: string) => `/v1/operations/assignments/${assignment}${what}`

let ordered = 0
/** A visit that was photographed and signed without a network, with its page still open. */
const signedOffline = async (phone: Phone) => {
  const street = `${++ordered} Background Road`
  const work = await openWork(world, '/v1/addresses', addressOrder({ street, allowRevisit: true }))
  const page = await phone.open()
  await takeVisit(page, street)
  await page.evaluate('navigator.serviceWorker.ready')
  await phone.context.setOffline(true)
  for (const slot of slots) await photograph(page, slot)
  await answerAll(page)
  await sign(page)
  await page.getByRole('heading', { name: 'Signed' }).waitFor()
  return { page, street, ...work }
}

const delivered = { claimed: 1, captured: 3, uploaded: 3, reported: 1 }

const eventsOf = (assignment: string) => countEvents(reviewer, assignment)

const isReported = (assignment: string) => async () => (await eventsOf(assignment)).reported === 1

/** The service worker has asked who is signed in, and heard this. */
const workerHeard = (phone: Phone, status: number) =>
  phone.context.waitForEvent(
    'response',
    response => response.url().endsWith('/v1/session') && response.status() === status,
  )

const allSent = (page: Page) => page.getByRole('link', { name: 'All sent' }).waitFor()

describe('a phone whose browser wakes it', () => {
  it('delivers a signed visit once the network is back, with its page closed', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await signedOffline(phone)
    const taken = await digestsOn(page)
    expect(Object.keys(taken)).toHaveLength(3)
    await page.close()
    expect(phone.context.pages()).toEqual([])
    const sent = sentFrom(phone)
    await phone.context.setOffline(false)
    await wake(phone)
    await eventually(isReported(assignment), 'the report')
    const { data } = (await reviewer.get(at(assignment, '/photos'))).body
    const arrived = data.map(({ slot, sha256 }: { slot: string; sha256: string }) => [slot, sha256])
    expect(Object.fromEntries(arrived)).toEqual(taken)
    expect(await eventsOf(assignment)).toMatchObject(delivered)

    // Woken once more, and opened: there is nothing left to send.
    await wake(phone)
    const later = await phone.open('#/queue')
    await later.getByText('At the office since').waitFor()
    await allSent(later)
    expect((await storedOn(later)).photos).toEqual([])
    expect(sent).toEqual(['bytes', 'bytes', 'bytes', 'report'])
    expect(await eventsOf(assignment)).toMatchObject(delivered)
    expect(phone.complaints).toEqual([])
  })

  it('is woken while the page sends: one of them does', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await signedOffline(phone)
    const sent = sentFrom(phone)
    await Promise.all([phone.context.setOffline(false), wake(phone), wake(phone)])
    await allSent(page)
    await eventually(isReported(assignment), 'the report')
    await wake(phone)
    await page.reload()
    await allSent(page)
    expect(sent).toEqual(['bytes', 'bytes', 'bytes', 'report'])
    expect(await eventsOf(assignment)).toMatchObject(delivered)
  })

  it('keeps everything if the session has ended, and says so when the page is opened', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await signedOffline(phone)
    await page.close()
    const sent = sentFrom(phone)
    await phone.context.clearCookies()
    await phone.context.setOffline(false)
    const heard = workerHeard(phone, 401)
    await wake(phone)
    await heard
    const later = await phone.open('#/queue')
    await later.getByRole('link', { name: 'Signed out · 4 saved here' }).waitFor()
    await later.getByText('Your work is safe on this phone. Sign in to send it.').waitFor()
    expect((await storedOn(later)).photos).toMatchObject(slots.map(() => ({ state: 'kept' })))
    expect(sent).toEqual([])
    await later.close()

    await holdBy(phone.context, world, 'agent-1')
    await wake(phone)
    await eventually(isReported(assignment), 'the report')
    expect(sent).toEqual(['bytes', 'bytes', 'bytes', 'report'])
    expect(await eventsOf(assignment)).toMatchObject(delivered)
  })

  it('sends nothing for somebody else who has signed in on it', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await signedOffline(phone)
    await page.close()
    const sent = sentFrom(phone)
    await holdBy(phone.context, world, 'agent-2')
    await phone.context.setOffline(false)
    const heard = workerHeard(phone, 200)
    await wake(phone)
    await heard
    // Their page synchronises after the service worker has ended.
    const theirs = await phone.open('#/queue')
    await allSent(theirs)
    expect((await storedOn(theirs)).photos).toMatchObject(slots.map(() => ({ state: 'kept' })))
    expect(sent).toEqual([])
    await theirs.close()

    await holdBy(phone.context, world, 'agent-1')
    const mine = await phone.open()
    await allSent(mine)
    await eventually(isReported(assignment), 'the report')
    expect(await eventsOf(assignment)).toMatchObject(delivered)
  })
})

describe('the sentence after a signature', () => {
  const promise = 'It is sent once there is a connection, also with this page closed.'
  const warning = 'This browser sends only while this page is open.'

  it('says that the page must be open where the browser does not wake it', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    // A browser without Background Sync.
    await phone.context.addInitScript('delete ServiceWorkerRegistration.prototype.sync')
    const { page } = await signedOffline(phone)
    await page.getByText(warning).waitFor()
    await lookInEachView(page, 'work-signed-page-needed')
    await page.getByRole('link', { name: /^Offline/ }).click()
    await page.getByText(warning).waitFor()
    expect(await page.getByText(promise).count()).toBe(0)
    await lookInEachView(page, 'work-queue-page-needed')
  })

  it('says that the page may be closed where the browser has promised to wake it', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    // The browser of the tests refuses in a private window, which each phone is.
    await phone.context.addInitScript(`SyncManager.prototype.register = async tag => {
      (globalThis.asked ??= []).push(tag)
    }`)
    const { page } = await signedOffline(phone)
    await page.getByText(promise).waitFor()
    await lookInEachView(page, 'work-signed-page-closed')
    expect(new Set(await page.evaluate<string[]>('globalThis.asked'))).toEqual(new Set(['work']))
    await page.getByRole('link', { name: /^Offline/ }).click()
    await page.getByText(promise).waitFor()
    expect(await page.getByText(warning).count()).toBe(0)
  })
})
