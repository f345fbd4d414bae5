import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone, type Phone } from './agent-phone.ts'
import { answerAll, findOpen, photograph, sign, slots, takeVisit } from './agent-steps.ts'
import { lookInEachView, openBrowser, phoneBy } from './browser.ts'

const world = await joinWorld()
const browser = await openBrowser()
const reviewer = await signIn(world, 'reviewer-1')

const minuteMs = 60_000
const patientMs = 60_000

/**
 * A phone whose clock is wrong, and that says once where it is, at the time that `source` tells of the true one and the
 * phone's own. `globalThis.ahead` sets its clock.
 * @param trueMs the true time, as an expression
 */
const phoneThatSays = (aheadMs: number, source: string, trueMs = 'True.now()'): string => `
const True = Date
const trueMs = () => ${trueMs}
globalThis.ahead = ${aheadMs}
globalThis.Date = class extends True {
  constructor(...given) { super(...(given.length > 0 ? given : [trueMs() + globalThis.ahead])) }
  static now() { return trueMs() + globalThis.ahead }
}
const source = ${source}
let isSaid = false
navigator.geolocation.clearWatch = () => undefined
navigator.geolocation.watchPosition = take => {
  const said = {
    coords: { latitude: 6.6019, longitude: 3.3516, accuracy: 14 },
    timestamp: source(trueMs(), Date.now()),
  }
  if (!isSaid) setTimeout(() => take(said))
  isSaid = true
  return 1
}`

/**
 * A phone for which no time passes but by `globalThis.passed`, however slow the machine is: nor do the answers' dates tell it
 * of any.
 */
const phoneOutOfTime = `
globalThis.passed = 0
const opened = Math.floor(Date.now() / 1000) * 1000
${phoneThatSays(0, 'now => now', 'opened + globalThis.passed')}
const read = Headers.prototype.get
Headers.prototype.get = function (name) {
  return name === 'date' ? new True(trueMs()).toUTCString() : read.call(this, name)
}`

let ordered = 0
const order = async () => {
  const street = `${++ordered} Position Street`
  const place = { latitude: 6.60188, longitude: 3.35162 }
  const { assignment } = await openWork(
    world,
    '/v1/addresses',
    addressOrder({ street, allowRevisit: true, ...place }),
  )
  const at = (what = '') => `/v1/operations/assignments/${assignment}${what}`
  const found = async () => {
    await reviewer.post(at('/claim'))
    const { review } = (await reviewer.get(at())).body
    const { data: photos } = (await reviewer.get(at('/photos'))).body
    const codes: readonly string[] = review.flags.map(({ code }: { code: string }) => code)
    return { review, photos, codes, flags: review.flags }
  }
  return { street, found }
}

const openAt = async (phone: Phone, script: string): Promise<Page> => {
  phone.context.setDefaultTimeout(patientMs)
  await phone.context.addInitScript(script)
  return phone.open()
}

const measured = { latitude: 6.6019, longitude: 3.3516, accuracyMetres: 14 }

it.each([
  ['whose clock is 10 minutes fast', 10 * minuteMs, 'now => now'],
  ['whose clock is 10 minutes slow', -10 * minuteMs, 'now => now'],
  ['whose GPS is 1,024 weeks behind', 0, 'now => now - 1024 * 7 * 86400000'],
  ['whose browser counts from 2001', 10 * minuteMs, '(_, phone) => phone - 978307200000'],
  ['that lies still', 0, 'now => now - 1200000'],
])('a phone %s says everywhere where it is, as its page says', async (_, aheadMs, source) => {
  const { street, found } = await order()
  await using phone = await openPhone(browser, world, phoneBy('light'))
  const page = await openAt(phone, phoneThatSays(aheadMs, source))
  await findOpen(page, street)
  const card = page.getByRole('listitem').filter({ hasText: street })
  await card.getByText('3 m · by ').waitFor()
  await takeVisit(page, street)
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await page.getByText('Place known to about 14 m.').waitFor()
  await photograph(page, slots[0])
  await answerAll(page)
  await page.getByRole('link', { name: 'Sign', exact: true }).click()
  await page.getByText('Place known to about 14 m.').waitFor()
  await sign(page)
  await page.getByRole('heading', { name: 'The office has this visit.' }).waitFor()
  const { review, photos, codes } = await found()
  expect(review.claimedFrom).toMatchObject({ ...measured, clockOffsetMs: expect.any(Number) })
  expect(photos[0].fixes).toMatchObject({ count: 1, nearest: measured })
  expect(review.found.location).toMatchObject({ latitude: 6.6019, longitude: 3.3516 })
  expect(review.reportedAccuracyMetres).toBe(14)
  expect(codes.filter(code => /fix|position|address/.test(code))).toEqual([])
  expect(phone.complaints).toEqual([])
})

it('one fix and then minutes of nothing: it goes out with its age, and the page says that', async () => {
  const { street, found } = await order()
  await using phone = await openPhone(browser, world, phoneBy('light'))
  const page = await openAt(phone, phoneOutOfTime)
  const lastKnew = page.getByText('This phone last knew the place 3 min ago, to about 14 m')
  await findOpen(page, street)
  await page
    .getByText(/ k?m · by /)
    .first()
    .waitFor()
  // In one go: an answer that came between would tell the page that its clock was set, before the claim says the place.
  await page.getByRole('button', { name: `Take it ${street}` }).evaluate((button, byMs) => {
    Object.assign(globalThis, { ahead: byMs })
    ;(button as HTMLElement).click()
  }, 5 * minuteMs)
  await page.getByRole('heading', { name: 'Find it' }).waitFor()
  // The answer has told the page that its clock was set, and that no time has passed since the fix.
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await page.getByText('Place known to about 14 m.').waitFor()
  await phone.context.setOffline(true)
  await page.evaluate(`void (globalThis.passed += ${3 * minuteMs})`)
  await lastKnew.waitFor()
  await lookInEachView(page, 'work-old-place')
  await photograph(page, slots[0])
  await answerAll(page)
  await page.getByRole('link', { name: 'Sign', exact: true }).click()
  await lastKnew.waitFor()
  await sign(page)
  await page.getByRole('heading', { name: 'Signed' }).waitFor()
  await phone.context.setOffline(false)
  await page.getByRole('link', { name: 'All sent' }).waitFor()
  const { review, photos, codes, flags } = await found()
  const { receivedAt, statedAt } = review.claimedFrom
  expect(Date.parse(statedAt) - Date.parse(receivedAt)).toBe(5 * minuteMs)
  expect(photos[0].fixes).toMatchObject({ count: 1, nearest: measured })
  expect(codes.filter(code => /fix|position|address/.test(code))).toEqual(['fixes_old'])
  expect(flags.find(({ code }: { code: string }) => code === 'fixes_old').reason).toBe(
    'The newest fix is 3 minutes older than the photo.',
  )
  expect(review.found.location).toMatchObject({ latitude: 6.6019, longitude: 3.3516 })
  expect(phone.complaints).toEqual([])
})

it('a phone that may no longer say where it is sends nothing of it, and says so', async () => {
  const { street, found } = await order()
  await using phone = await openPhone(browser, world, phoneBy('light'))
  const page = await openAt(
    phone,
    `navigator.geolocation.watchPosition = (take, fail) => {
      const forbid = () => fail({ code: 1 })
      if (globalThis.forbid) setTimeout(forbid)
      else take({ coords: { latitude: 6.6019, longitude: 3.3516, accuracy: 14 }, timestamp: Date.now() })
      globalThis.forbid = forbid
      return 1
    }`,
  )
  await takeVisit(page, street)
  await page.evaluate('forbid()')
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await page.getByText('This phone may not say where it is.').waitFor()
  await photograph(page, slots[0])
  await answerAll(page)
  await sign(page)
  await page.getByRole('heading', { name: 'The office has this visit.' }).waitFor()
  const { review, photos } = await found()
  expect(review.claimedFrom).toMatchObject(measured)
  expect(photos[0].fixes).toMatchObject({ count: 0, nearest: null })
  expect(review.reportedAccuracyMetres).toBe(null)
})
