import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork, worker } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { deskBy, lookInEachView, openBrowser, openPage, type View } from './browser.ts'

/* A reviewer finds a decided case by a name, and a link that names nobody. */

let world: World
let browser: Browser
let decided: { readonly id: number; readonly assignment: string }
let reviewer: ApiClient

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  const agent = await worker(world, 'agent-a', ['agent'])
  reviewer = await worker(world, 'reviewer-a', ['reviewer'])
  const person = { ...applicant, firstname: 'Ngozi', lastname: 'Searchable' }
  const order = addressOrder({ applicant: person, customerReference: '=SUM(A1:A9)' })
  decided = await reportedWork(world, agent, undefined, '/v1/addresses', order)
  await reviewer.post(`/v1/operations/assignments/${decided.assignment}/decision`, approval)
  const body = { field: 'outcome', value: 'VERIFIED', purpose: 'quality' }
  await eventually(
    async () => (await reviewer.post('/v1/operations/searches', body)).body.data[0],
    'the case to be found',
  )
})
afterAll(() => world[Symbol.asyncDispose]())

const openDeskAt = async (view: View, at: string) => {
  const person = await signIn(world, 'reviewer-1')
  const opened = await openPage(browser, `${world.url}/v1/health`, view)
  await opened.page.context().addCookies([{ name: 'session', value: person.token, url: world.url }])
  await opened.page.goto(`${world.url}/v1/desk#/${at}`)
  await opened.page.getByRole('heading', { level: 1 }).first().waitFor()
  return opened
}

describe('the search', () => {
  it('is opened by a key, and finds a decided case by a name that is in no address', async () => {
    const { page } = await openDeskAt(deskBy('light'), 'review')
    await page.keyboard.press('/')
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor()
    await page.getByRole('combobox', { name: /^Search by/ }).selectOption('name')
    await page.getByRole('textbox', { name: 'Full name' }).fill('searchable ngozi')
    await page.getByRole('combobox', { name: /^Purpose/ }).selectOption('incident')
    await page.getByLabel('More about it').waitFor()
    await page.getByRole('combobox', { name: /^Purpose/ }).selectOption('customer')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: decided.assignment }).waitFor()
    expect(page.url()).toBe(`${world.url}/v1/desk#/search/name/-/-/-`)
    await page.getByRole('link', { name: decided.assignment }).click()
    await page.getByRole('heading', { level: 1, name: decided.assignment }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: decided.assignment }).waitFor()
    await page.context().close()
  })

  it('opens by a link the same search, whose reader says why', async () => {
    const { page } = await openDeskAt(deskBy('light'), 'search/outcome/VERIFIED/-/-')
    const button = page.getByRole('button', { name: 'Search' })
    expect(await page.getByRole('combobox', { name: /^Outcome/ }).inputValue()).toBe('VERIFIED')
    expect(await button.isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: /^Purpose/ }).selectOption('incident')
    // Nobody is searched: no words go with it, which would outlive whom they name.
    expect(await page.getByLabel('More about it').count()).toBe(0)
    await button.click()
    await page.getByRole('link', { name: decided.assignment }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save these as CSV' }).click(),
    ])
    const [headings, line] = readFileSync((await download.path())!, 'utf8').split('\r\n')
    expect(headings).toMatch(/^\ufeff"id","product","status","applicant","customerReference",/)
    expect(line).toContain(`"${decided.assignment}","address","VERIFIED","N. S.","…A9)",`)
    await page.context().close()
  })

  it('looks right and has no barriers', async () => {
    const { page, complaints } = await openDeskAt(deskBy('light'), 'search/outcome/VERIFIED/-/-')
    await page.getByRole('combobox', { name: /^Purpose/ }).selectOption('quality')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: decided.assignment }).waitFor()
    await lookInEachView(page, 'case-search')
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
