import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWork } from '../support/fieldwork.ts'
import { startWorld, type World } from '../support/world.ts'
import { openPhone, startPhoneBrowser } from './agent-phone.ts'
import { barriersOn, keepScreen, overflowOf, type View, viewName, views } from './browser.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  world = await startWorld()
  browser = await startPhoneBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world[Symbol.asyncDispose]()
})

const check = async (page: Page, name: string, view: View): Promise<void> => {
  await keepScreen(page, `work-${name}`, view)
  expect([name, await overflowOf(page)]).toEqual([name, 0])
  expect([name, await barriersOn(page)]).toEqual([name, []])
}

const takenStreet = async (page: Page): Promise<string> => {
  const take = page.getByRole('button', { name: /^Take it/ }).last()
  const street = /\d+ Open Street/.exec(await take.innerText())![0]
  await take.click()
  await page.getByRole('heading', { name: 'Find it' }).waitFor()
  return street
}

const slots = ['Front of the house', 'The street', 'Gate or number']

describe('an agent at a phone', () => {
  it.each(views.map(view => [viewName(view), view] as const))(
    'takes a visit, photographs, answers, signs, and sees what is sent: %s',
    { timeout: 120_000 },
    async (_name, view) => {
      await openWork(world)
      await using phone = await openPhone(browser, world, view)
      const page = await phone.open('#/visit/none')
      await page.getByRole('heading', { name: 'This visit is not on this phone.' }).waitFor()
      await page.getByRole('link', { name: 'Back to today' }).click()
      await page
        .getByRole('button', { name: /^Take it/ })
        .first()
        .waitFor()
      await check(page, 'today', view)
      const street = await takenStreet(page)
      await check(page, 'find', view)
      await page.getByRole('button', { name: 'Give this visit back' }).click()
      await check(page, 'give-back', view)
      await page.getByRole('button', { name: 'No' }).click()
      await page.getByRole('link', { name: 'I am there: take photos' }).click()
      await page.getByRole('heading', { name: 'Take photos' }).waitFor()
      await check(page, 'photos', view)
      await page.getByRole('link', { name: `Take ${slots[0]}` }).click()
      await page.getByRole('button', { name: 'Take the photo' }).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Take the photo' }).isEnabled()).toBe(true)
      await check(page, 'viewfinder', view)
      await page.context().setOffline(true)
      for (const slot of slots.slice(1)) {
        await page.getByRole('button', { name: 'Take the photo' }).click()
        await page.getByRole('link', { name: `Good. Next: ${slot}` }).click()
        await page.getByRole('heading', { name: slot }).waitFor()
      }
      await page.getByRole('button', { name: 'Take the photo' }).click()
      await page.getByRole('button', { name: 'Take again' }).waitFor()
      await check(page, 'taken', view)
      await page.getByRole('link', { name: 'Good' }).click()
      await check(page, 'photos-taken', view)
      await page.getByRole('link', { name: 'Go on to the questions' }).click()
      const answer = async (question: string, choice: string) =>
        page.getByRole('group', { name: question }).getByRole('radio', { name: choice, exact: true }).check()
      await answer('Is there such an address?', 'Yes')
      await answer('Did you get to the door?', 'Yes')
      await page.getByText('Somebody nearby who knew').click()
      await page.getByLabel('First name').fill('Bisi')
      await check(page, 'answers', view)
      await page.getByRole('link', { name: 'Go on and sign' }).click()
      await check(page, 'unfinished', view)
      await page.getByRole('link', { name: 'Answer now' }).click()
      await answer('Does Ngozi Adeyemi live there?', 'Yes')
      await page.getByRole('link', { name: 'Sign', exact: true }).click()
      await page.getByRole('checkbox', { name: 'I was there myself' }).check()
      await check(page, 'sign', view)
      await page.getByRole('button', { name: 'Sign the report' }).click()
      await page.getByRole('heading', { name: 'Signed' }).waitFor()
      await check(page, 'signed', view)
      await page.goto(`${phone.url}#/leave`)
      await page.getByRole('button', { name: 'Sign out and lose it' }).click()
      await check(page, 'leave', view)
      await page.getByRole('link', { name: 'Offline · 4 saved here' }).click()
      await page.getByRole('heading', { name: 'What is sent' }).waitFor()
      await check(page, 'queue-offline', view)
      await page.context().setOffline(false)
      await page.getByText('At the office since').waitFor()
      await check(page, 'queue-sent', view)
      expect(await page.getByRole('status').innerText()).toBe('All sent')
      expect(street).toMatch(/Open Street$/)
      expect(phone.complaints).toEqual([])
    },
  )
})
