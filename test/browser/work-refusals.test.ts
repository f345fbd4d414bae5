import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { linkIn, messageTo } from '../support/messages.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { say } from '../support/pages.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone, type Phone } from './agent-phone.ts'
import { answerAll, photograph, sign, slots, storedOn, takeVisit } from './agent-steps.ts'
import { look, openBrowser, phoneBy, type View } from './browser.ts'
import type { LoneStateOf } from './states.ts'

const world = await joinWorld()
const browser = await openBrowser()
const first = await signIn(world, 'agent-1')
const second = await signIn(world, 'agent-2')

const at = (assignment: string, what: string) => `/v1/operations/assignments/${assignment}${what}`

let ordered = 0
/** A visit that an agent has photographed without a network. */
const photographed = async (phone: Phone, changes: object = {}) => {
  const street = `${++ordered} Lost Lane`
  const order = addressOrder({ street, allowRevisit: true, ...changes })
  const work = await openWork(world, '/v1/addresses', order)
  const page = await phone.open()
  await takeVisit(page, street)
  await phone.context.setOffline(true)
  await photograph(page, slots[0])
  return { page, street, ...work }
}

const check = (page: Page, name: LoneStateOf<'work'>, view: View): Promise<void> =>
  look(page, `work-${name}`, view)

const photosOn = async (page: Page): Promise<number> => (await storedOn(page)).photos.length

describe('an agent whose visit', () => {
  it('was claimed by another is told so, keeps everything, and deletes it after a second confirmation', async () => {
    const view = phoneBy('light')
    await using phone = await openPhone(browser, world, view)
    const { page, assignment, street } = await photographed(phone)
    await first.delete(at(assignment, '/claim'))
    await second.post(at(assignment, '/claim'), {})
    await phone.context.setOffline(false)
    await page.getByRole('heading', { name: 'This visit is not yours any more' }).waitFor()
    await page.getByText('Your answers and 1 photo are safe on this phone.').waitFor()
    await check(page, 'lost', view)
    await page.getByRole('button', { name: 'Take it again and send' }).click()
    await page.getByRole('alert').filter({ hasText: 'Somebody else has it until' }).waitFor()
    await page.getByRole('button', { name: 'Throw this visit away' }).click()
    await page.getByRole('alert').filter({ hasText: 'deleted from this phone for good' }).waitFor()
    await check(page, 'lost-sure', view)
    await page.getByRole('button', { name: 'No' }).click()
    expect(await photosOn(page)).toBe(1)
    await page.getByRole('button', { name: 'Throw this visit away' }).click()
    await page.getByRole('button', { name: 'Yes, throw away' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await photosOn(page)).toBe(0)
    expect(await page.getByRole('heading', { name: street }).count()).toBe(0)
  })

  it('was released claims it again, and everything is sent', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await photographed(phone)
    await first.delete(at(assignment, '/claim'))
    await phone.context.setOffline(false)
    await page.getByRole('button', { name: 'Take it again and send' }).click()
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    expect(await page.getByRole('heading', { name: 'This visit is not yours any more' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All sent' }).click()
    await page.getByText('At the office', { exact: true }).waitFor()
  })

  it('has an applicant who does not agree is told so, and the photo from before is kept at the office', async () => {
    const view = phoneBy('light')
    await using phone = await openPhone(browser, world, view)
    const linked = { applicant: { ...applicant, phone: '08000880011' }, applicantLink: true }
    const { page, assignment, street } = await photographed(phone, linked)
    await say(linkIn(await messageTo(world, '+2348000880011')), { withdraw: 'yes' })
    await phone.context.setOffline(false)
    await page.getByRole('heading', { name: 'The applicant does not agree' }).waitFor()
    await check(page, 'applicant-refused', view)
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    expect(await page.getByRole('button', { name: 'Take again' }).count()).toBe(0)
    const { body } = await first.get(at(assignment, ''))
    expect(body).toMatchObject({ way: 'decided', applicantSays: { consent: 'refused' } })
    await page.goto(`${world.url}/v1/work`)
    await page.getByRole('link', { name: `Has ended: see why ${street}` }).click()
    await page.getByRole('button', { name: 'Take it off my list' }).click()
    await page.getByRole('button', { name: 'Yes, throw away' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await photosOn(page)).toBe(0)
  })

  it('was not begun when its applicant refused is told so, too: they may be on the way', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const street = `${++ordered} Lost Lane`
    const linked = { applicant: { ...applicant, phone: '08000880012' }, applicantLink: true }
    await openWork(world, '/v1/addresses', addressOrder({ street, allowRevisit: true, ...linked }))
    const page = await phone.open()
    await takeVisit(page, street)
    await say(linkIn(await messageTo(world, '+2348000880012')), { withdraw: 'yes' })
    await page.goto(`${world.url}/v1/work`)
    await page.getByRole('link', { name: `Has ended: see why ${street}` }).click()
    await page.getByRole('heading', { name: 'The applicant does not agree' }).waitFor()
  })

  it('was reported from elsewhere, or was cancelled, is told so, and loses its photos by signing out', async () => {
    const view = phoneBy('dark')
    await using phone = await openPhone(browser, world, view)
    const { page, assignment } = await photographed(phone)
    await first.post(at(assignment, '/report'), {
      visit: { findings: { addressExists: true, hadAccess: true, isThere: true } },
    })
    await phone.context.setOffline(false)
    await page.getByRole('heading', { name: 'A report for this visit already exists' }).waitFor()
    await check(page, 'reported-elsewhere', view)
    expect(await photosOn(page)).toBe(1)

    await page.close()
    const cancelled = await photographed(phone)
    const customer = await world.client('local-live')
    expect((await customer.delete(`/v1/addresses/${cancelled.id}`)).status).toBeLessThan(300)
    await phone.context.setOffline(false)
    await cancelled.page.getByRole('heading', { name: 'This visit is over' }).waitFor()
    expect(await photosOn(cancelled.page)).toBe(2)

    const other = await phone.open('#/none')
    await cancelled.page.goto(`${phone.url}#/leave`)
    await cancelled.page.getByRole('button', { name: 'Sign out and lose it' }).click()
    await cancelled.page.getByRole('button', { name: 'Yes, sign out' }).click()
    await cancelled.page.waitForURL(url => !url.href.startsWith(phone.url))
    expect(await storedOn(other)).toMatchObject({ visits: [], photos: [] })
  })
})

describe('an agent who signs out', () => {
  it('is warned of what is not sent, and leaves nothing behind', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, street } = await photographed(phone)
    await answerAll(page)
    await sign(page)
    await page.goto(`${phone.url}#/leave`)
    await page.getByText('Not at the office yet: 1 photo and 1 report').waitFor()
    await page.getByRole('button', { name: 'Sign out and lose it' }).click()
    await page.getByRole('button', { name: 'Yes, sign out' }).click()
    await page.getByRole('alert').filter({ hasText: 'you need a connection. Nothing was deleted.' }).waitFor()
    expect(await photosOn(page)).toBe(1)
    const other = await phone.open()
    await other.getByRole('heading', { name: 'Today' }).waitFor()
    await phone.context.setOffline(false)
    await page.goto(`${phone.url}#/`)
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByText('Everything is sent.').waitFor()
    await check(page, 'leave-sent', phoneBy('light'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(url => !url.href.startsWith(phone.url))
    // The other tab has gone, too, and brings nothing down again.
    await other.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await storedOn(other)).toEqual({
      phone: [],
      devices: [],
      lists: [],
      visits: [],
      photos: [],
      calls: [],
    })
    expect(await other.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(
      0,
    )
    expect(await other.evaluate('indexedDB.databases().then(all => all.map(({ name }) => name))')).toEqual([
      'work',
    ])
    const texts: string = await other.evaluate(`(async () => {
      const texts = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) texts.push(request.url, await (await cache.match(request)).text())
      }
      return texts.join(' ')
    })()`)
    expect(texts).toContain('/v1/work')
    for (const personal of [street, 'Adeyemi', 'agent-1']) expect(texts).not.toContain(personal)
  })
})
