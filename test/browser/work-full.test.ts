import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { openPhone } from './agent-phone.ts'
import { answer, answerAll, findOpen, slots, storedOn, takeVisit } from './agent-steps.ts'
import { lookInEachView, openBrowser, phoneBy } from './browser.ts'

const world = await joinWorld()
const browser = await openBrowser()

let ordered = 0
const orderAt = async (): Promise<string> => {
  const street = `${++ordered} Full Street`
  await openWork(world, '/v1/addresses', addressOrder({ street, allowRevisit: true }))
  return street
}

const writes = JSON.stringify(['put', 'add', 'delete', 'clear'])

/** Every write of this page fails as on a phone without room. Reading goes on. */
const refuseWrites = `(() => {
  const stores = IDBObjectStore.prototype
  globalThis.whole ??= Object.fromEntries(${writes}.map(name => [name, stores[name]]))
  for (const name of ${writes}) stores[name] = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }
})()`
const allowWrites = 'void Object.assign(IDBObjectStore.prototype, globalThis.whole)'

const saysNothingIsSaved = (page: Page) => page.getByRole('heading', { name: 'This phone saves nothing now' })
const answersOn = async (page: Page, street: string): Promise<unknown> => {
  const { visits } = await storedOn(page)
  return (visits as unknown as { work?: { place: { street: string } }; answers: object }[]).find(
    ({ work }) => work?.place.street === street,
  )?.answers
}

describe('a phone that has no room', () => {
  it('says of each answer whether it is kept, and keeps it once there is room', async () => {
    const street = await orderAt()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await takeVisit(page, street)
    await page.getByRole('link', { name: 'Answers', exact: true }).click()
    await answer(page, 'Is there such an address?', 'Yes')
    const question = (name: string) => page.locator('.answer').filter({ hasText: name })
    await question('Is there such an address?').getByText('Saved on this phone').waitFor()
    await page.evaluate(refuseWrites)
    await answer(page, 'Did you get to the door?', 'No')
    await question('Did you get to the door?').getByText('Not saved: this phone has no room').waitFor()
    await saysNothingIsSaved(page).waitFor()
    expect(await question('Is there such an address?').getByText('Saved on this phone').count()).toBe(1)
    await page.getByLabel('Anything else the office should know').fill('By the church')
    await page.getByText('2 answers are not saved. Keep this page open.').waitFor()
    await lookInEachView(page, 'work-full-answers')
    expect(await answersOn(page, street)).toEqual({ addressExists: 'yes' })

    // Another screen loses nothing of it, and what is nowhere stored cannot be signed.
    await page.getByRole('link', { name: 'Go on and sign' }).click()
    await page.getByText('2 answers are not saved.').waitFor()
    await page.getByRole('checkbox', { name: 'I was there myself' }).check()
    expect(await page.getByRole('button', { name: 'Sign the report' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This phone could not save it.').waitFor()
    await page.getByRole('link', { name: 'See which' }).click()
    expect(await page.getByLabel('Anything else the office should know').inputValue()).toBe('By the church')

    await page.evaluate(allowWrites)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Every answer is saved on this phone as you give it.').waitFor()
    expect(await saysNothingIsSaved(page).count()).toBe(0)
    expect(await answersOn(page, street)).toEqual({
      addressExists: 'yes',
      hadAccess: 'no',
      comment: 'By the church',
    })
    expect(phone.complaints).toEqual([])
  })

  it('says that a photo and a signature were not kept, and takes both once there is room', async () => {
    const street = await orderAt()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await takeVisit(page, street)
    await answerAll(page)
    await expect.poll(async () => Object.keys((await answersOn(page, street)) ?? {})).toHaveLength(3)
    await page.evaluate(refuseWrites)
    await page.getByRole('link', { name: 'Sign', exact: true }).click()
    await page.getByRole('checkbox', { name: 'I was there myself' }).check()
    await page.getByRole('button', { name: 'Sign the report' }).click()
    await page.getByText('NOT signed: this phone has no room for the report.').waitFor()
    await lookInEachView(page, 'work-full-signing')
    await page.getByRole('link', { name: 'Photos', exact: true }).click()
    await page.getByRole('link', { name: `Take ${slots[0]}` }).click()
    const shutter = page.getByRole('button', { name: 'Take the photo' })
    await shutter.click()
    await page.getByText('The photo was NOT saved').waitFor()
    await expect.poll(() => shutter.isEnabled()).toBe(true)
    await lookInEachView(page, 'work-full-photo')
    expect((await storedOn(page)).photos).toEqual([])
    // The link at the top says so, too.
    await page.getByRole('link', { name: /^Cannot save/ }).waitFor()

    await page.evaluate(allowWrites)
    await shutter.click()
    await page.getByRole('button', { name: 'Take again' }).waitFor()
    expect((await storedOn(page)).photos).toHaveLength(1)
    await page.getByRole('link', { name: 'Sign', exact: true }).click()
    await page.getByRole('checkbox', { name: 'I was there myself' }).check()
    await page.getByRole('button', { name: 'Sign the report' }).click()
    await page.getByRole('heading', { name: 'The office has this visit.' }).waitFor()
    expect(phone.complaints).toEqual([])
  })

  it('says that a visit that was taken is not on the phone, and takes it down once there is room', async () => {
    const street = await orderAt()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await findOpen(page, street)
    await page.evaluate(refuseWrites)
    await page.getByRole('button', { name: `Take it ${street}` }).click()
    await page.getByText('It is yours, but this phone has no room for it.').waitFor()
    await page.evaluate(allowWrites)
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByRole('link', { name: `Open ${street}` }).waitFor()
  })

  it('is told so to somebody who has just signed in, instead of an empty page', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    await phone.context.addInitScript(refuseWrites)
    const page = await phone.open()
    await saysNothingIsSaved(page).waitFor()
    await lookInEachView(page, 'work-full-start')
    await page.evaluate(allowWrites)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'I have read it' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
  })
})

describe('a phone that is wrong', () => {
  it('about the time is told at once what to do, until its clock is right', async () => {
    const slow = 'globalThis.rightNow = Date.now.bind(Date); Date.now = () => rightNow() - 14 * 60_000'
    await using phone = await openPhone(browser, world, phoneBy('light'))
    await phone.context.addInitScript(slow)
    const page = await phone.open()
    const notice = page.getByRole('complementary', { name: 'Wrong clock' })
    await notice.getByText('This phone’s clock is 14 min slow').waitFor()
    await lookInEachView(page, 'work-wrong-clock')
    // In one step: with the clock right, any answer of the service takes the notice away.
    await notice.getByRole('button', { name: 'I have set it' }).evaluate(button => {
      const phone = globalThis as unknown as { rightNow: () => number }
      Date.now = () => phone.rightNow() + 119_000
      ;(button as HTMLElement).click()
    })
    await expect.poll(() => notice.count()).toBe(0)
    await page.evaluate('void (Date.now = () => rightNow() + 150_000)')
    await page.getByRole('button', { name: 'Look again' }).click()
    await notice.getByText('fast').waitFor()
  })

  it('about the place by more than 100 m is told at once what to do, before the photo', async () => {
    const street = await orderAt()
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const at = (accuracy: number) => ({ latitude: 6.6019, longitude: 3.3516, accuracy })
    await phone.context.setGeolocation(at(350))
    const page = await phone.open()
    await takeVisit(page, street)
    await page.getByRole('link', { name: 'Photos', exact: true }).click()
    await page.getByText('This phone knows the place to about 350 m only').waitFor()
    await page.getByRole('link', { name: `Take ${slots[0]}` }).click()
    await page.getByText('This phone knows the place to about 350 m only').waitFor()
    await page.getByRole('button', { name: 'Take the photo' }).waitFor()
    await lookInEachView(page, 'work-vague-place')
    await phone.context.setGeolocation(at(14))
    await page.getByText('Place known to about 14 m.').waitFor()
  })
})
