import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { approval, openWork, visitReport } from '../support/fieldwork.ts'
import { linkIn, messageTo } from '../support/messages.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { say } from '../support/pages.ts'
import { signIn } from '../support/sign-in.ts'
import { nearAddress, openPhone } from './agent-phone.ts'
import { lookInEachView, openBrowser, openPage, patienceMs, phoneBy } from './browser.ts'
import type { StateOf } from './states.ts'

const world = await joinWorld()
const browser = await openBrowser()

const check = (page: Page, name: StateOf<'work-day'>): Promise<void> =>
  lookInEachView(page, `work-day-${name}`)

const atPath = (assignment: string, what: string) => `/v1/operations/assignments/${assignment}${what}`

let ordered = 0
const orderAt = (street: string, more: object = {}) =>
  openWork(
    world,
    '/v1/addresses',
    addressOrder({ street: `${++ordered} ${street}`, allowRevisit: true, ...more }),
  )

/** North of where the phone is. */
const northBy = (metres: number) => ({
  latitude: nearAddress.latitude + metres / 111_195,
  longitude: nearAddress.longitude,
})

/** Gives back all that others of this file's tests have left in somebody's hands. */
const handsFree = async (person: string) => {
  const agent = await signIn(world, person)
  const { data } = (await agent.get('/v1/operations/assignments?list=mine')).body
  for (const { id } of data) await agent.delete(atPath(id, '/claim'))
  return agent
}

const stopsOn = (page: Page): Promise<string[]> => page.locator('.walk h3').allTextContents()

describe('an agent’s day', () => {
  it('is in an order to walk, leads to the map, and calls or writes in one tap', async () => {
    const agent = await handsFree('agent-2')
    const orders = [
      await orderAt('Far Street', northBy(3000)),
      await orderAt('Near Street', northBy(400)),
      await orderAt('Middle Street', northBy(1500)),
      await orderAt('Vague Street'),
    ]
    for (const { assignment } of orders)
      expect((await agent.post(atPath(assignment, '/claim'))).status).toBe(200)
    await using phone = await openPhone(browser, world, phoneBy('light'), 'agent-2')
    const page = await phone.open()
    const names = ['2 Near Street', '3 Middle Street', '1 Far Street', '4 Vague Street']
    await expect.poll(() => stopsOn(page)).toEqual(names)
    await check(page, 'walk')
    const call = page.getByRole('link', { name: 'Call Ngozi Adeyemi' }).first()
    expect(await call.getAttribute('href')).toBe('tel:+2348031234567')

    await page.getByRole('link', { name: `Open ${names[0]}` }).click()
    const hrefOf = (name: string) => page.getByRole('link', { name }).first().getAttribute('href')
    const { latitude, longitude } = northBy(400)
    expect(await hrefOf('Open in the map')).toContain(`geo:${Number(latitude.toFixed(6))}`.slice(0, 10))
    expect(await hrefOf('Map in the browser')).toMatch(
      /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=6\.6\d+%2C3\.35\d+$/,
    )
    expect(longitude).toBeCloseTo(3.3516, 6)
    expect(await hrefOf('Call +2348031234567')).toBe('tel:+2348031234567')
    expect(await hrefOf('Text +2348031234567')).toBe('sms:+2348031234567')
    expect(await hrefOf('WhatsApp +2348031234567')).toBe('https://wa.me/2348031234567')
    await check(page, 'find')

    await page.goto(`${phone.url}#/`)
    await page.getByRole('link', { name: `Open ${names[3]}` }).click()
    await page.getByText('the map looks for the street').waitFor()
    expect(await hrefOf('Open in the map')).toMatch(/^geo:0,0\?q=4%20Vague%20Street%2C%20/)
    expect(phone.complaints).toEqual([])
    await handsFree('agent-2')
  })

  it('is told to the applicant, who asks for another time, which the list shows', async () => {
    const agent = await handsFree('agent-2')
    const number = '08000773131'
    const { assignment, id } = await orderAt('Told Street', {
      ...northBy(100),
      applicant: { ...applicant, phone: number },
      applicantLink: true,
    })
    await agent.post(atPath(assignment, '/claim'))
    const link = linkIn(await messageTo(world, `+234${number.slice(1)}`))
    await say(link, { consent: 'given', time: 'Saturday' })
    await using phone = await openPhone(browser, world, phoneBy('light'), 'agent-2')
    const page = await phone.open()
    await page.getByRole('link', { name: /^Open \d+ Told Street/ }).click()
    await page.getByText('Saturday').waitFor()
    await page.getByLabel('I am on my way').selectOption('In one to two hours')
    await page.getByRole('button', { name: 'Tell the applicant' }).click()
    await page.getByText('On the way, there by').waitFor()
    await check(page, 'on-the-way')
    await using theirs = await openPage(browser, link, phoneBy('light'))
    await theirs.page.getByText('One of our people is on the way').waitFor()
    await theirs.page.getByText('Another time suits me better').click()
    await lookInEachView(theirs.page, 'applicant-on-the-way')
    await theirs.page.getByRole('button', { name: 'Ask for this time' }).click()
    await theirs.page
      .getByRole('alert')
      .getByText('Please correct one answer')
      .or(theirs.page.getByText('Please write a time'))
      .first()
      .waitFor()
    await lookInEachView(theirs.page, 'applicant-other-time-wrong')
    await theirs.page.getByLabel('Which time suits you?').fill('Sunday after church')
    await theirs.page.getByRole('button', { name: 'Ask for this time' }).click()
    await theirs.page.getByText('You asked for another time.').waitFor()
    await lookInEachView(theirs.page, 'applicant-other-time')

    await page.goto(`${phone.url}#/`)
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText('Asks for another time').waitFor()
    await check(page, 'asked')
    await page.getByRole('link', { name: /^Open \d+ Told Street/ }).click()
    await page.getByText('The applicant asks for another time: “Sunday after church”.').waitFor()
    await page.getByText('Note a time that you agreed on').click()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Day and time (Nigeria)').fill(`${tomorrow}T14:30`)
    await page.getByRole('button', { name: 'Note it' }).click()
    await page.getByText(/^Agreed: .*14:30/).waitFor()
    // The clock of the place, which is an hour ahead of UTC.
    const { data } = (await agent.get('/v1/operations/assignments?list=mine')).body
    expect(data.find((each: { id: string }) => each.id === assignment).appointment.at).toBe(
      `${tomorrow}T13:30:00.000Z`,
    )
    await check(page, 'agreed')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect.poll(() => page.getByText(/^Agreed: /).count()).toBe(0)
    expect(id).toBeGreaterThan(0)
    expect(phone.complaints).toEqual([])
    await handsFree('agent-2')
  })

  it('begins with what is kept of where they are, and shows what became of their reports', async () => {
    const agent = await handsFree('agent-2')
    const reviewer = await signIn(world, 'reviewer-1')
    const { assignment } = await orderAt('Judged Street')
    await agent.post(atPath(assignment, '/claim'))
    await agent.post(atPath(assignment, '/report'), visitReport())
    await using phone = await openPhone(browser, world, phoneBy('light'), 'agent-2')
    const page = await phone.context.newPage()
    await page.goto(`${phone.url}#/quality`)
    await page.getByRole('heading', { name: 'Where you are' }).waitFor()
    await check(page, 'positions')
    await page.getByRole('button', { name: 'I have read it' }).click()
    await page.getByRole('heading', { name: 'How my reports did' }).waitFor()
    await reviewer.post(atPath(assignment, '/claim'))
    await reviewer.post(atPath(assignment, '/decision'), approval)
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByText('Decided as you found').count()
        },
        { timeout: patienceMs },
      )
      .toBe(1)
    await check(page, 'quality')
    await page.getByRole('link', { name: 'Back to today' }).click()
    await page.getByRole('link', { name: 'What is kept of where I am' }).click()
    await page.getByRole('heading', { name: 'Where you are' }).waitFor()
    expect(await page.getByRole('button', { name: 'I have read it' }).count()).toBe(0)
  })
})
