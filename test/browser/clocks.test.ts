import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { joinWorld } from '../support/environment.ts'
import { askedEmployment } from '../support/employer.ts'
import { openWork, reportedWork, worker } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone } from './agent-phone.ts'
import { openBrowser, patienceMs, phoneBy } from './browser.ts'
import { signInByForm } from './portal-world.ts'

const world = await joinWorld()
const browser = await openBrowser()

const german = { locale: 'de-DE', timezoneId: 'Asia/Tokyo' } as const
const american = { locale: 'en-US', timezoneId: 'Africa/Lagos' } as const

const hourMs = 3_600_000
/** The clock of a place that is so many hours ahead of UTC: `2026-11-22T14:32:05`. */
const clockAt = (at: string, hours: number): string =>
  new Date(Date.parse(at) + hours * hourMs).toISOString().slice(0, 19)

const lagos = (at: string): string => clockAt(at, 1).slice(11, 16)
const twelveHours = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${`${minutes}`.padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}
/** `22`. */
const dayIn = (at: string, hours: number): string => `${Number(clockAt(at, hours).slice(8, 10))}`

const open = async (reader: BrowserContextOptions, path: string, session?: string): Promise<Page> => {
  const context = await browser.newContext({ ...reader, viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(patienceMs)
  if (session) await context.addCookies([{ name: 'session', value: session, url: world.url }])
  const page = await context.newPage()
  await page.goto(path.startsWith('http') ? path : `${world.url}${path}`)
  return page
}

/** Browsers write a narrow space before AM and PM. */
const textOf = async (page: Page): Promise<string> =>
  (await page.locator('body').innerText()).replaceAll(/[\u202f\u00a0]/g, ' ')

it('the desk tells a reviewer in Tokyo the time in Lagos and says so, and one in Lagos their own', async () => {
  const agent = await signIn(world, 'agent-1')
  const { assignment } = await reportedWork(world, agent)
  const reviewer = await signIn(world, 'reviewer-1')
  const path = `/v1/operations/assignments/${assignment}`
  await reviewer.post(`${path}/claim`)
  const { reportedAt } = (await reviewer.get(path)).body.review
  const far = await open(german, `/v1/desk#/review/${assignment}`, reviewer.token)
  await far.getByText('reported').first().waitFor()
  const seen = await textOf(far)
  expect(seen).toMatch(
    new RegExp(`reported \\w{3}, ${dayIn(reportedAt, 1)} \\w{3}, ${lagos(reportedAt)} WAT by`),
  )
  await far.context().close()
  const near = await open(american, `/v1/desk#/review/${assignment}`, reviewer.token)
  await near.getByText('reported').first().waitFor()
  expect(await textOf(near)).toMatch(
    new RegExp(`reported \\w{3}, \\w{3} ${dayIn(reportedAt, 1)}, ${twelveHours(lagos(reportedAt))} by`),
  )
  await near.context().close()
})

it('a phone far away writes the time of the visit and its own numbers', async () => {
  const street = '1 Clock Street'
  const far = { latitude: 6.7, longitude: 3.3516 }
  const { assignment } = await openWork(
    world,
    '/v1/addresses',
    addressOrder({ street, allowRevisit: true, ...far }),
  )
  const agent = await signIn(world, 'agent-1')
  const { leaseUntil } = (await agent.post(`/v1/operations/assignments/${assignment}/claim`)).body
  await using phone = await openPhone(browser, world, phoneBy('light'), 'agent-1', german)
  const page = await phone.open(`#/visit/${assignment}`)
  await page.getByRole('heading', { name: 'Find it' }).waitFor()
  await page.getByText('from here').waitFor()
  const text = await textOf(page)
  expect(text).toMatch(
    new RegExp(`yours until \\w{3}, ${dayIn(leaseUntil, 1)} \\w{3}, ${lagos(leaseUntil)} WAT`),
  )
  expect(text).toContain('about 10,9 km from here')
  await agent.delete(`/v1/operations/assignments/${assignment}/claim`)
})

it('the portal tells Nigerian look-ups by the clock of Lagos and Kenyan ones by that of Nairobi', async () => {
  const client = await world.client()
  const lookUp = async (path: string, product: 'nin' | 'passport') => {
    const { person, numbers } = findIdentityProduct(product).sandbox
    const { firstname, lastname } = person
    return (await client.post(`${path}/${numbers.exact}`, { firstname, lastname })).body
  }
  const nigerian = await lookUp('/v1/ng/identities/nin', 'nin')
  const kenyan = await lookUp('/v1/ke/identities/passport', 'passport')
  const page = await open(german, '/v1/portal')
  await signInByForm(page)
  for (const [{ id }, hours, sign] of [
    [nigerian, 1, 'WAT'],
    [kenyan, 3, 'EAT'],
  ] as const) {
    const { requestedAt } = (await client.get(`/v1/identities/${id}`)).body
    await page.goto(`${world.url}/v1/portal#/verifications/identities/${id}`)
    await page.getByText('Asked').waitFor()
    const clock = clockAt(requestedAt, hours).slice(11)
    await page.getByText(`, ${clock} ${sign}`).first().waitFor()
    expect(await page.locator('time').first().getAttribute('datetime')).toMatch(/Z$/)
  }
  await page.context().close()
})

it('a page behind a link writes days as its reader does', async () => {
  const agent = await worker(world, 'clock-agent', ['agent'])
  const asked = await askedEmployment(world, agent)
  const until = async (reader: BrowserContextOptions) => {
    const page = await open(reader, asked.page)
    const text = await textOf(page)
    await page.context().close()
    return /until ([^.]+)\./.exec(text)?.[1]
  }
  expect(await until(american)).toMatch(/^\w+ \d{1,2}, 20\d\d$/)
  expect(await until(german)).toMatch(/^\d{1,2} \w+ 20\d\d$/)
})
