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

describe('an agent at a phone', () => {
  it.each(views.map(view => [viewName(view), view] as const))(
    'takes a visit, photographs, answers, and signs: %s',
    { timeout: 120_000 },
    async (_name, view) => {
      const { assignment } = await openWork(world)
      await using phone = await openPhone(browser, world, view)
      const page = await phone.open()
      await page.getByRole('heading', { name: 'Open visits' }).waitFor()
      await page
        .getByRole('button', { name: /^Take:/ })
        .first()
        .waitFor()
      await check(page, 'today', view)
      await page.goto(`${phone.url}#/visit/none`)
      await page.getByRole('heading', { name: 'This visit is not on this phone.' }).waitFor()
      await page.goto(`${phone.url}#/`)
      const street = /\d+ Open Street/.exec(
        await page.getByRole('heading', { level: 3 }).last().innerText(),
      )![0]
      await page.getByRole('button', { name: `Take: ${street}` }).click()
      await page.getByRole('heading', { name: 'Find it' }).waitFor()
      await check(page, 'find', view)
      await page.getByRole('link', { name: 'I am there: take photos' }).click()
      await page.getByRole('heading', { name: 'Take photos' }).waitFor()
      await check(page, 'photos', view)
      await page.getByRole('link', { name: 'Take: Front of the house' }).click()
      await page.getByRole('button', { name: 'Take the photo' }).click()
      await page.getByRole('button', { name: 'Take again' }).waitFor()
      await check(page, 'taken', view)
      expect(phone.complaints).toEqual([])
      void assignment
    },
  )
})
