import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder, businessAddressOrder, shownHouse } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone } from './agent-phone.ts'
import { answer, choose, findOpen, photograph, pressOn, sign, slots, takeVisit } from './agent-steps.ts'
import { deskBy, lookInEachView, openBrowser, phoneBy } from './browser.ts'
import type { StateOf } from './states.ts'

const world = await joinWorld()
const browser = await openBrowser()

const check = (page: Page, name: StateOf<'work'>): Promise<void> => lookInEachView(page, `work-${name}`)

let ordered = 0
/** The street of an open visit that is like no other. */
const orderAt = async (): Promise<string> => {
  const street = `${++ordered} Screen Street`
  const addressExtraData = shownHouse(jpegOf(900, 640), jpegOf(480, 640))
  await openWork(world, '/v1/addresses/pro', addressOrder({ street, allowRevisit: true, addressExtraData }))
  return street
}

describe('an agent at a phone', () => {
  it('takes a visit, photographs, answers, signs, and sees what is sent', async () => {
    const street = await orderAt()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open('#/visit/none')
    await page.getByRole('heading', { name: 'This visit is not on this phone.' }).waitFor()
    await page.getByRole('link', { name: 'Back to today' }).click()
    await page
      .getByRole('button', { name: /^Take it/ })
      .first()
      .waitFor()
    await check(page, 'today')
    await takeVisit(page, street)
    // What the applicant shows of the house is on the phone itself: there may be no network where it stands.
    await page.context().setOffline(true)
    await page.getByRole('heading', { name: 'The house, as the applicant describes it' }).waitFor()
    expect(await page.getByText('Cream bungalow behind the pharmacy').count()).toBe(1)
    const drawn = '[...document.querySelectorAll(".house img")].map(each => each.naturalWidth)'
    await expect.poll(() => page.evaluate(drawn)).toEqual([320, 240])
    await check(page, 'find')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Give this visit back' }).click()
    await check(page, 'give-back')
    await page.getByRole('button', { name: 'No' }).click()
    await page.getByRole('link', { name: 'I am there: take photos' }).click()
    await page.getByRole('heading', { name: 'Take photos' }).waitFor()
    await check(page, 'photos')
    await page.getByRole('link', { name: `Take ${slots[0]}` }).click()
    await page.getByRole('button', { name: 'Take the photo' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Take the photo' }).isEnabled()).toBe(true)
    await check(page, 'viewfinder')
    await page.context().setOffline(true)
    for (const slot of slots.slice(1)) {
      await page.getByRole('button', { name: 'Take the photo' }).click()
      await page.getByRole('link', { name: `Good. Next: ${slot}` }).click()
      await page.getByRole('heading', { name: slot }).waitFor()
    }
    await page.getByRole('button', { name: 'Take the photo' }).click()
    await page.getByRole('button', { name: 'Take again' }).waitFor()
    await check(page, 'taken')
    await page.getByRole('link', { name: 'Good' }).click()
    await page.getByRole('heading', { name: 'Take photos' }).waitFor()
    await expect.poll(() => page.locator('img.thumbnail').count()).toBe(3)
    await check(page, 'photos-taken')
    await page.getByRole('link', { name: 'Go on to the questions' }).click()
    await answer(page, 'Is there such an address?', 'Yes')
    await answer(page, 'Did you get to the door?', 'Yes')
    await page.getByText('Somebody nearby who knew').click()
    await page.getByLabel('First name').fill('Bisi')
    await check(page, 'answers')
    await page.getByRole('link', { name: 'Go on and sign' }).click()
    await check(page, 'unfinished')
    await page.getByRole('link', { name: 'Answer now' }).click()
    await answer(page, 'Does Ngozi Adeyemi live there?', 'Yes')
    await page.getByRole('link', { name: 'Sign', exact: true }).click()
    await page.getByRole('checkbox', { name: 'I was there myself' }).check()
    await check(page, 'sign')
    await page.getByRole('button', { name: 'Sign the report' }).click()
    await page.getByRole('heading', { name: 'Signed' }).waitFor()
    await check(page, 'signed')
    await page.goto(`${phone.url}#/leave`)
    await page.getByRole('button', { name: 'Sign out and lose it' }).click()
    await check(page, 'leave')
    await page.getByRole('link', { name: 'Offline · 4 saved here' }).click()
    await page.getByRole('heading', { name: 'What is sent' }).waitFor()
    await check(page, 'queue-offline')
    await page.context().setOffline(false)
    await page.getByText('At the office since').waitFor()
    await check(page, 'queue-sent')
    expect(await page.getByRole('status').innerText()).toBe('All sent')
    expect(phone.complaints).toEqual([])
  })

  it('chooses what there is to choose, and is asked nothing that no record needs', async () => {
    const street = `${++ordered} Screen Street`
    const order = businessAddressOrder({ street, allowRevisit: true })
    const { assignment } = await openWork(world, '/v1/addresses/business', order)
    await using phone = await openPhone(browser, world, phoneBy('light'))
    phone.context.setDefaultTimeout(60_000)
    const page = await phone.open()
    await takeVisit(page, street)
    await page.getByRole('link', { name: 'Answers', exact: true }).click()
    await answer(page, 'Is there such an address?', 'Yes')
    await answer(page, 'Did you get to the door?', 'Yes')
    await answer(page, `Is ${order.businessName} there?`, 'Yes')
    await answer(page, 'What kind of place is it?', 'A shop, stall or workshop')
    await page.getByText('About the business').click()
    await answer(page, 'What kind of business is it?', 'Informal: not registered, as far as you see')
    await answer(page, 'What is around it?', 'A market')
    await check(page, 'questions')
    const choices = page.getByRole('group', { name: 'What kind of place is it?' }).locator('label')
    const lefts = await choices.evaluateAll(all => all.map(each => each.getBoundingClientRect().left))
    // A list of many is read downwards.
    expect([lefts.length > 3, new Set(lefts).size]).toEqual([true, 1])
    await sign(page)
    await page.getByRole('heading', { name: 'The office has this visit.' }).waitFor()
    const reviewer = await signIn(world, 'reviewer-1')
    const at = `/v1/operations/assignments/${assignment}`
    await reviewer.post(`${at}/claim`)
    const { review } = (await reviewer.get(at)).body
    expect(review.found.addressBasic).toEqual({ addressType: 'Shop' })
    expect(review.found.business).toMatchObject({ type: 'Informal', area: 'Market' })
    expect(review.found.applicant.maritalStatus).toBe(null)
  })

  it('works a whole visit by keyboard alone, and the focus goes where the work goes', async () => {
    const street = await orderAt()
    await using phone = await openPhone(browser, world, deskBy('light'))
    const page = await phone.open()
    const headingNow = () => page.evaluate('document.activeElement.textContent')
    await findOpen(page, street)
    await pressOn(page, 'button', `Take it ${street}`)
    await expect.poll(headingNow).toBe('Find it')
    await pressOn(page, 'link', 'I am there: take photos')
    await expect.poll(headingNow).toBe('Take photos')
    for (const slot of slots) {
      await pressOn(page, 'link', slot === slots[0] ? `Take ${slot}` : `Good. Next: ${slot}`)
      await expect.poll(headingNow).toBe(slot)
      const shutter = page.getByRole('button', { name: 'Take the photo' })
      await expect.poll(() => shutter.isEnabled()).toBe(true)
      await pressOn(page, 'button', 'Take the photo')
      await page.getByRole('button', { name: 'Take again' }).waitFor()
    }
    await pressOn(page, 'link', 'Good')
    await expect.poll(headingNow).toBe('Take photos')
    await pressOn(page, 'link', 'Go on to the questions')
    await expect.poll(headingNow).toBe('What did you find?')
    await choose(page, 'Is there such an address?', 0)
    await choose(page, 'Did you get to the door?', 0)
    await choose(page, 'Does Ngozi Adeyemi live there?', 2)
    await pressOn(page, 'link', 'Go on and sign')
    await expect.poll(headingNow).toBe('Read and sign')
    await page.getByText('I could not find out').waitFor()
    await pressOn(page, 'checkbox', 'I was there myself', 'Space')
    await pressOn(page, 'button', 'Sign the report')
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    await page.getByRole('heading', { name: 'The office has this visit.' }).waitFor()
  })

  it('reads on the screen where a photo is, and what stands at the top, as a screen reader tells it', async () => {
    const street = await orderAt()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await takeVisit(page, street)
    await photograph(page, slots[0])
    await page.getByRole('link', { name: 'Good. Next: The street' }).waitFor()
    await page.getByRole('link', { name: 'Photos', exact: true }).click()
    await page.getByText('At the office', { exact: true }).waitFor()
    const tree = await page.locator('body').ariaSnapshot()
    for (const line of [
      '- link "Visits"',
      '- link "All sent"',
      '- status: All sent',
      '- navigation "Steps of this visit"',
      '- link "Photos"',
      '- heading "Take photos" [level=1]',
      '- heading "Front of the house" [level=2]',
      '- paragraph: At the office',
      '- link "Again Front of the house"',
      '- link "Take The street"',
      '- link "Go on to the questions"',
    ])
      expect(tree).toContain(line)
  })
})
