import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { internationalForm } from '../../shared/verification/phone.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { linkIn, messagesTo, messageTo } from '../support/messages.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { look, lookInEachView, openBrowser, openPage, phoneBy } from './browser.ts'
import type { StateOf } from './states.ts'

const world = await joinWorld()
const browser = await openBrowser()
const client = await world.client()
const phone = phoneBy('light')

/** Nobody comes to this one, so that it stays open. */
const person = { ...applicant, phone: '08000001010' }

let ordered = 0
/** The link of a new order. */
const linkOf = async (path = '/v1/addresses', of = person): Promise<string> => {
  const to = internationalForm(of.phone)!
  const seen = messagesTo(world, to).length
  const order = path === '/v1/addresses' ? addressOrder : employmentOrder
  const changes = { applicant: of, applicantLink: true, allowRevisit: true }
  const address = path === '/v1/addresses' ? { street: `${++ordered} Allen Avenue` } : {}
  await client.post(path, order({ ...changes, ...address }))
  return linkIn(await messageTo(world, to, seen))
}

const check = (page: Page, name: StateOf<'applicant'>): Promise<void> =>
  lookInEachView(page, `applicant-${name}`)

describe('an applicant', () => {
  let address: string
  let employment: string
  beforeAll(async () => {
    address = await linkOf()
    employment = await linkOf('/v1/employments')
  })

  it('sees who asks, what is bad in the form, and why a link does not work', async () => {
    await using opened = await openPage(browser, address, phone)
    const { page, complaints } = opened
    await check(page, 'form')
    expect(complaints).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    // Who asks, and the whole question.
    for (const seen of [
      page.getByRole('banner').getByText('Example Verification Limited'),
      page.getByLabel('Yes, you may come and check'),
      page.getByLabel('No, I do not agree'),
    ]) {
      const { y, height } = (await seen.boundingBox())!
      expect(y + height).toBeLessThanOrEqual(740)
    }
    await page.getByLabel('Another number to call').fill('no number')
    await page.getByText('I have moved').click()
    await page.getByLabel('Your new address').fill('4 New Road')
    await page.getByText('Help us to find the place').click()
    await page.getByLabel('Its position').fill('by the church')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').waitFor()
    await check(page, 'bad')
    // What was written is still there.
    expect(await page.getByLabel('Another number to call').inputValue()).toBe('no number')
    expect(await page.getByLabel('Your new address').inputValue()).toBe('4 New Road')
    await page.goto(employment)
    await check(page, 'employment')
    await page.getByLabel('Yes, you may ask them').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'What happens next' }).waitFor()
    await check(page, 'thanked')
    await page.goto(`${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`)
    await check(page, 'unknown')
  })

  it('reads the outcome, disputes it, and reads that a reviewer examines it', async () => {
    const link = await linkOf('/v1/addresses', applicant)
    await using opened = await openPage(browser, link, phone)
    const { page, complaints } = opened
    const send = page.getByRole('button', { name: 'Send my objection' })
    await eventually(async () => {
      await page.goto(link)
      return (await send.count()) === 1
    }, 'the end of the check')
    await check(page, 'ended')
    await page.getByLabel('Please tell us about it').fill('The house is the one behind the church.')
    await send.click()
    await page.getByRole('alert').waitFor()
    await check(page, 'ended-bad')
    const notice = page.getByText('is looking at it again')
    await eventually(async () => {
      await page.getByLabel('It was another place').check()
      await send.click()
      if ((await notice.count()) === 1) return true
      // The page had not yet read the end.
      await page.goBack()
      return false
    }, 'the objection to be taken')
    expect(await send.count()).toBe(0)
    await check(page, 'disputed')
    expect(complaints.filter(each => !/40[09]/.test(each))).toEqual([])
  })

  it('answers by keyboard and without any script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const link = await linkOf()
    await page.goto(link)
    await page.getByText('Help us to find the place').click()
    expect(await page.getByRole('button', { name: 'Fill in where I am now' }).count()).toBe(0)
    expect(await page.getByLabel('Its position').isVisible()).toBe(true)
    await page.getByLabel('Yes, you may come and check').focus()
    await page.keyboard.press('Space')
    await page
      .getByLabel('A time that suits you')
      .or(page.getByLabel('When does a visit suit you?'))
      .fill('weekdays')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    // A reload sends nothing again.
    await page.reload()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Thank you')
    await context.close()
  })

  it('taps twice, and sends it from a second tab, and ends on the same thanks', async () => {
    await using opened = await openPage(browser, await linkOf(), phone)
    const { page, complaints } = opened
    const second = await page.context().newPage()
    await second.goto(page.url())
    for (const tab of [page, second]) {
      await tab.getByLabel('Yes, you may come and check').check()
      await tab.getByRole('button', { name: 'Send' }).dblclick()
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 })
    }
    expect(complaints).toEqual([])
  })

  it('reads what is wrong with a position, and puts it right', async () => {
    await using opened = await openPage(browser, await linkOf(), phone)
    const { page } = opened
    const position = page.getByLabel('Its position')
    const send = async (text: string) => {
      await position.fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    }
    await page.getByLabel('Yes, you may come and check').check()
    await page.getByText('Help us to find the place').click()
    for (const [text, words] of [
      ['0, 0', '0, 0 is what a telephone or a map says'],
      ['51.5074, -0.1278', 'This place is not near Ikeja.'],
      ['3.3515, 6.6018', 'If you mean 6.6018, 3.3515, which is near Ikeja,'],
    ] as const) {
      await send(text)
      await page.getByRole('alert').getByText(words).waitFor()
      expect(await position.inputValue()).toBe(text)
    }
    await check(page, 'swapped')
    await send('6.6018, 3.3515')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  it('withdraws consent, after a question', async () => {
    await using opened = await openPage(browser, await linkOf(), phone)
    const { page, complaints } = opened
    await page.getByLabel('Yes, you may come and check').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const end = page.getByRole('button', { name: 'I do not agree: end the check' })
    expect(await end.isVisible()).toBe(false)
    await page.getByText('I no longer agree').click()
    await check(page, 'taking-back')
    await end.click()
    await page.getByRole('heading', { name: 'You do not agree, and the check has ended' }).waitFor()
    await check(page, 'taken-back')
    expect(complaints).toEqual([])
  })

  it('says "no", is asked once more, may go back, and ends it by two taps at once', async () => {
    const link = await linkOf()
    await using opened = await openPage(browser, link, phone)
    const { page, complaints } = opened
    const title = 'You do not agree, and the check has ended'
    const refuse = async (tab: Page) => {
      await tab.getByLabel('No, I do not agree').check()
      await tab.getByRole('button', { name: 'Send' }).click()
      await tab.getByRole('heading', { name: 'Do you want the check to end?' }).waitFor()
    }
    const end = (tab: Page) => tab.getByRole('button', { name: 'I do not agree: end the check' })
    await refuse(page)
    await check(page, 'refusing')
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('heading', { name: 'has asked us to check your address' }).waitFor()
    await refuse(page)
    const other = await page.context().newPage()
    await other.goto(link)
    await refuse(other)
    await end(page).dblclick()
    await page.getByRole('heading', { name: title }).waitFor()
    await check(page, 'refused')
    expect(await page.getByText('call us: +234 1 000 0000. The number of this check is').count()).toBe(1)
    // Said again where it was not said yet, and read again.
    await end(other).click()
    await other.getByRole('heading', { name: title }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: title }).waitFor()
    expect(complaints).toEqual([])
  })

  it('has their position filled in, if they want that', async () => {
    const link = await linkOf()
    await using opened = await openPage(browser, link, phone)
    const { page, complaints } = opened
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 6.6018123, longitude: 3.3515, accuracy: 12 })
    await page.getByText('Help us to find the place').click()
    await page.getByRole('button', { name: 'Fill in where I am now' }).click()
    await expect.poll(() => page.getByLabel('Its position').inputValue()).toBe('6.601812, 3.351500')
    await page.getByLabel('Yes, you may come and check').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await look(page, 'applicant-thanks', phone)
    expect(complaints).toEqual([])
  })
})
