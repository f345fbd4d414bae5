import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork, worker } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'
import { signIn } from '../support/sign-in.ts'
import { deskBy, lookInEachView, openBrowser, openPage } from './browser.ts'

/* Staff open a case from the search, by keys and by a link that somebody sent them. */

let world: World
let browser: Browser
let decided: { readonly id: number; readonly assignment: string }
let waiting: { readonly id: number; readonly assignment: string }

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  const agent = await worker(world, 'agent-a', ['agent'])
  const reviewer = await worker(world, 'reviewer-a', ['reviewer'])
  const customer = await world.client('local-live')
  const receiver = await world.receiver()
  await customer.post('/v1/webhooks', { url: receiver.url, events: ['address.*'] })
  const order = (street: string, phone: string) =>
    addressOrder({ street, applicant: { ...applicant, phone }, allowRevisit: true, applicantLink: true })
  decided = await reportedWork(world, agent, undefined, '/v1/addresses', order('1 File Road', '08031239127'))
  await reviewer.post(`/v1/operations/assignments/${decided.assignment}/decision`, approval)
  waiting = await reportedWork(world, agent, undefined, '/v1/addresses', order('2 File Road', '08031239128'))
  await receivedEvent(receiver, `evt_${decided.id}_completed`)
  const body = { field: 'id', value: decided.assignment, purpose: 'quality' }
  await eventually(
    async () => (await reviewer.post('/v1/operations/searches', body)).body.data[0],
    'the case to be found',
  )
  await eventually(async () => {
    const file = await reviewer.get(`/v1/operations/cases/${decided.assignment}`)
    return file.body.events.at(-1)?.deliveries.length > 0
  }, 'the delivery to be noted')
})
afterAll(() => world[Symbol.asyncDispose]())

const openDeskAt = async (person: string, at: string) => {
  const { token } = await signIn(world, person)
  const opened = await openPage(browser, `${world.url}/v1/health`, deskBy('light'))
  await opened.page.context().addCookies([{ name: 'session', value: token, url: world.url }])
  await opened.page.goto(`${world.url}/v1/desk#${at}`)
  await opened.page.getByRole('heading', { level: 1 }).first().waitFor()
  return opened
}

describe('the file of a case', () => {
  it('is opened from the search by an operator, who opens its report by a key', async () => {
    const { page } = await openDeskAt('operator-1', '/search')
    await page.getByRole('textbox', { name: /^Id of the verification/ }).fill(decided.assignment)
    await page.getByRole('combobox', { name: /^Purpose/ }).selectOption('quality')
    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await page.getByRole('link', { name: decided.assignment }).click()
    await page.getByRole('heading', { level: 1, name: decided.assignment }).waitFor()
    await page.getByText('N. A.', { exact: true }).waitFor()
    expect(await page.getByText('Adeyemi').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Review it' }).count()).toBe(0)
    const [report] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('p')])
    await report.getByRole('heading', { level: 1 }).waitFor()
    expect(report.url()).toBe(`${world.url}/v1/operations/cases/${decided.assignment}/report`)
    await report.close()
    await page.keyboard.press('t')
    await page.getByText('The chain is valid').waitFor()
    const trail = page.getByRole('region', { name: 'Trail' })
    for (const opened of ['case', 'report', 'trail'])
      await trail.getByText(`part ${opened}`, { exact: true }).first().waitFor()
    await page.context().close()
  })

  it('is opened by a link as somebody sends it, and leads a reviewer to the review by a key', async () => {
    const { page } = await openDeskAt('reviewer-1', `case/${waiting.assignment}`)
    await page.getByText('Ngozi Adeyemi').waitFor()
    expect(await page.getByRole('link', { name: 'Report' }).count()).toBe(0)
    await page.keyboard.press('r')
    await page.getByRole('article', { name: `Case ${waiting.assignment}` }).waitFor()
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    const [file] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('y')])
    await file.getByRole('link', { name: /^Review it/ }).waitFor()
    expect(file.url()).toBe(`${world.url}/v1/desk#/case/${waiting.assignment}`)
    await page.context().close()
  })

  it('waits for whoever has to sign in first', async () => {
    const { page } = await openPage(
      browser,
      `${world.url}/v1/desk#/case/${decided.assignment}`,
      deskBy('light'),
    )
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'operator-1' }).click()
    await page.getByRole('heading', { level: 1, name: decided.assignment }).waitFor()
    expect(page.url()).toBe(`${world.url}/v1/desk#/case/${decided.assignment}`)
    await page.context().close()
  })

  it('looks right and has no barriers', async () => {
    const { page, complaints } = await openDeskAt('reviewer-1', `/case/${decided.assignment}`)
    await page.getByText('Ngozi Adeyemi').waitFor()
    await page.keyboard.press('t')
    await page.getByText('The chain is valid').waitFor()
    await lookInEachView(page, 'case-file')
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
