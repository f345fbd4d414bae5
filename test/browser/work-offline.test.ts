import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { holdBy, openPhone, type Phone } from './agent-phone.ts'
import { answerAll, digestsOn, photograph, sign, slots, storedOn, takeVisit } from './agent-steps.ts'
import { openBrowser, phoneBy } from './browser.ts'
import { countEvents, sentFrom } from './deliveries.ts'

const world = await joinWorld()
const browser = await openBrowser()
const reviewer = await signIn(world, 'reviewer-1')

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

let ordered = 0
/** An open visit that is like no other. */
const order = async () => {
  const street = `${++ordered} Offline Road`
  return { street, ...(await openWork(world, '/v1/addresses', addressOrder({ street, allowRevisit: true }))) }
}

/** Ends the tab's process as the system does that needs its memory: nothing of the page runs any more. */
const kill = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const over = page.waitForEvent('crash')
  // It cannot answer any more.
  session.send('Page.crash').catch(() => undefined)
  await over
  await page.close()
}

const cut = (phone: Phone): Promise<void> => phone.context.setOffline(true)
const mend = (phone: Phone): Promise<void> => phone.context.setOffline(false)

/**
 * Cuts the network the next time that this is asked: before it arrives, or as soon as it was answered, so that the
 * answer is lost. Mends it now, and resolves when it was cut.
 */
const mendUntil = async (
  phone: Phone,
  [method, path, when]: readonly [method: string, path: RegExp, when: 'before' | 'after'],
): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isIt = (url: URL) => path.test(url.pathname)
  let isCut = false
  const handle = async (route: Route): Promise<void> => {
    if (isCut || route.request().method() !== method) return route.continue()
    isCut = true
    if (when === 'after') await route.fetch()
    await cut(phone)
    await route.abort('internetdisconnected')
    resolve()
  }
  await phone.context.route(isIt, handle)
  await mend(phone)
  await promise
  await phone.context.unroute(isIt, handle)
}

const isSent = (page: Page) => page.getByText('At the office since').waitFor()

describe('an agent without a network', () => {
  it('works a visit through five cuts and two kills; every photo arrives once, and the customer hears', async () => {
    const customer = await world.client('local-live')
    const receiver = await world.receiver()
    await customer.post('/v1/webhooks', { url: receiver.url })
    const { street, assignment, id } = await order()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    let page = await phone.open()
    await takeVisit(page, street)
    await page.evaluate('navigator.serviceWorker.ready')
    // Before the first photo: it is taken without a network, and so is the second, after the system killed the tab.
    await cut(phone)
    await photograph(page, slots[0])
    await kill(page)
    page = await phone.open(`#/visit/${assignment}/photos`)
    await photograph(page, slots[1])
    await photograph(page, slots[2])
    await answerAll(page)
    const taken = await digestsOn(page)
    expect(Object.keys(taken)).toHaveLength(3)
    // The service has the records, and the phone does not know it.
    await mendUntil(phone, ['POST', /\/photos$/, 'after'])
    // The bytes do not get out.
    await mendUntil(phone, ['PUT', /^\/(?!v1\/)/, 'before'])
    // A photo is stored, and the phone does not know it; then the system kills the tab.
    await mendUntil(phone, ['POST', /\/photos\/\w+/, 'after'])
    await kill(page)
    page = await phone.open(`#/visit/${assignment}/sign`)
    await sign(page)
    await page.getByRole('heading', { name: 'Signed' }).waitFor()
    // The report is filed, and the phone does not know it.
    await mendUntil(phone, ['POST', /\/report$/, 'after'])
    await page.getByRole('link', { name: /^Offline/ }).click()
    await page.getByText('Being sent').waitFor()
    await mend(phone)
    await isSent(page)
    expect((await storedOn(page)).photos).toEqual([])

    const { data } = (await reviewer.get(at(assignment, '/photos'))).body
    const arrived = Object.fromEntries(
      data.map((photo: { slot: string; sha256: string }) => [photo.slot, photo.sha256]),
    )
    expect(arrived).toEqual(taken)
    expect(
      data.every(
        ({ state, source, fixes }: { state: string; source: string; fixes: { count: number } }) =>
          state === 'stored' && source === 'viewfinder' && fixes.count > 0,
      ),
    ).toBe(true)
    expect(await countEvents(reviewer, assignment)).toMatchObject({
      claimed: 1,
      captured: 3,
      uploaded: 3,
      reported: 1,
    })

    await reviewer.post(at(assignment, '/claim'))
    // Each photo of the camera that the browser plays is the same.
    const decision = { decision: 'approve', flagsAnswer: 'A test picture.' }
    const decided = await reviewer.post(at(assignment, '/decision'), decision)
    expect(decided.body).toMatchObject({ way: 'decided', status: { status: 'VERIFIED' } })
    const { body } = await eventually(
      () => receiver.received.find(each => each.body.includes(`"id":${id}`)),
      'the webhook',
    )
    expect(JSON.parse(body).data.address.exteriorPhotos).toEqual(
      expect.objectContaining({
        photo1: expect.any(String),
        photo2: expect.any(String),
        photo3: expect.any(String),
      }),
    )
    expect(phone.complaints).toEqual([])
  })

  it('is asked to sign in again after their session has ended, and then everything is sent', async () => {
    const { street, assignment } = await order()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await takeVisit(page, street)
    await cut(phone)
    await photograph(page, slots[0])
    await phone.context.clearCookies()
    await mend(phone)
    await page
      .getByRole('complementary', { name: 'Signed out' })
      .getByRole('link', { name: 'Sign in' })
      .waitFor()
    // What is done meanwhile is kept as well.
    await answerAll(page)
    await sign(page)
    await holdBy(phone.context, world, 'agent-1')
    await page.reload()
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    expect(await countEvents(reviewer, assignment)).toMatchObject({ captured: 1, uploaded: 1, reported: 1 })
  })

  it('is not mixed up with whoever signs in on the same phone: their work is neither shown nor sent', async () => {
    const { street, assignment } = await order()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await takeVisit(page, street)
    await cut(phone)
    await photograph(page, slots[0])
    await phone.context.clearCookies()
    await holdBy(phone.context, world, 'agent-2')
    await mend(phone)
    await page.goto(`${phone.url}#/visit/${assignment}`)
    await page.getByRole('button', { name: 'I have read it' }).click()
    await page.getByRole('heading', { name: 'This visit is not on this phone.' }).waitFor()
    await page.getByRole('link', { name: 'All sent' }).click()
    await page.getByText('Nothing to send.').waitFor()
    expect(await page.getByText(street).count()).toBe(0)
    expect((await storedOn(page)).photos).toMatchObject([{ id: assignment, state: 'kept' }])
    expect((await countEvents(reviewer, assignment)).captured).toBeUndefined()
    await holdBy(phone.context, world, 'agent-1')
    await page.reload()
    await page.getByRole('button', { name: 'I have read it' }).click()
    await page.getByText('At the office', { exact: true }).waitFor()
    expect(await countEvents(reviewer, assignment)).toMatchObject({ captured: 1, uploaded: 1 })
  })

  it('may have two tabs open: one of them sends', async () => {
    const { street, assignment } = await order()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    const sent = sentFrom(phone)
    await takeVisit(page, street)
    await cut(phone)
    for (const slot of slots) await photograph(page, slot)
    const other = await phone.open('#/queue')
    await mend(phone)
    for (const tab of [page, other]) await tab.getByRole('link', { name: 'All sent' }).waitFor()
    expect(await other.getByText('At the office', { exact: true }).count()).toBe(3)
    expect(sent).toEqual(['bytes', 'bytes', 'bytes'])
    expect(await countEvents(reviewer, assignment)).toMatchObject({ captured: 3, uploaded: 3 })
  })
})
