import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { startWorld, type World } from '../support/environment.ts'
import { reportedWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { openPhone, startPhoneBrowser } from './agent-phone.ts'
import { answerAll, storedOn, takeVisit } from './agent-steps.ts'
import { look, type View, viewName, views } from './browser.ts'

/* A share of approved visits is made again by another agent: it is compared by what it found, and takes no photos. */

let world: World
let browser: Browser

beforeAll(async () => {
  world = await startWorld({ settings: { fieldwork: { ...stages.local.fieldwork, backCheckShare: 1 } } })
  browser = await startPhoneBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world[Symbol.asyncDispose]()
})

const check = (page: Page, name: string, view: View): Promise<void> =>
  look(page, `work-second-look-${name}`, view)

it.each(views.map(view => [viewName(view), view] as const))(
  'is found, answered and signed, without a word of photos: %s',
  { timeout: 60_000 },
  async (name, view) => {
    const first = await worker(world, `agent-of-${name}`, ['agent'])
    const reviewer = await worker(world, `reviewer-of-${name}`, ['reviewer'])
    const street = `7 Second Street ${name}`
    const order = addressOrder({ street, allowRevisit: true })
    const { assignment } = await reportedWork(world, first, visitReport(), '/v1/addresses', order)
    const at = `/v1/operations/assignments/${assignment}`
    expect((await reviewer.post(`${at}/decision`, { decision: 'approve' })).status).toBe(200)
    await using phone = await openPhone(browser, world, view)
    const page = await phone.open()
    const asked: string[] = []
    page.on('request', request => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await takeVisit(page, street)
    const steps = page.getByRole('navigation', { name: 'Steps of this visit' })
    expect(await steps.getByRole('link').allInnerTexts()).toEqual(['Find', 'Answers', 'Sign'])
    await page.getByText('No photos this time.').waitFor()
    await check(page, 'find', view)
    await page.goto(`${phone.url}#/visit/${assignment}-2/photos`)
    await page.getByRole('heading', { name: 'Find it' }).waitFor()
    await page.getByRole('link', { name: 'I am there: answer' }).click()
    await answerAll(page)
    await page.getByRole('link', { name: 'Go on and sign' }).click()
    expect(await page.getByText('photo').count()).toBe(0)
    await check(page, 'sign', view)
    await page.getByRole('checkbox', { name: 'I was there myself' }).check()
    await page.getByRole('button', { name: 'Sign the report' }).click()
    await page.getByRole('heading', { name: 'The office has this visit.' }).waitFor()
    await page.goto(`${phone.url}#/queue`)
    await page.getByText('the report. It is deleted from this phone.').waitFor()
    expect(asked.filter(each => each.includes('/photos'))).toEqual([])
    expect(asked).toContain(`POST ${at}-2/report`)
    expect((await storedOn(page)).photos).toEqual([])
    expect(phone.complaints).toEqual([])
  },
)
