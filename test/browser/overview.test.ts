import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import type { DayFact } from '../../shared/numbers/day.ts'
import { saveDays } from '../../shared/numbers/day-store.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { againstFinding, openWork, reportedWork, worker } from '../support/fieldwork.ts'
import { reachTable } from '../support/reach-table.ts'
import { type Person, signIn } from '../support/sign-in.ts'
import {
  barriersOn,
  deskBy,
  keepScreen,
  lookInEachView,
  openBrowser,
  openPage,
  phoneBy,
  type View,
} from './browser.ts'

/* The operator's overview at night: what is late and stuck stands first, and a button mends it. */

let world: World
let browser: Browser
let operator: Person
let agent: ApiClient
let reviewer: ApiClient
let late: string
let held: string

const dayMs = 86_400_000

/** A month of work, told by the store that the outbox tells it by. */
const minuteMs = 60_000

const pastMonth = (nowMs: number): DayFact[] =>
  Array.from({ length: 30 }, (_, n) => n).flatMap(n => {
    const at = new Date(nowMs - n * dayMs - 60_000).toISOString()
    const many = 3 + ((n * 7) % 9)
    return Array.from({ length: many }, (_each, k): DayFact[] => {
      const key = { organisationId: 1, mode: 'live', verificationId: 1000 * (n + 1) + k, at } as const
      const isApproved = k % 4 !== 1
      const people = { agent: `agent-${1 + (k % 2)}`, reviewer: `reviewer-${1 + (k % 2)}` }
      const product = k % 5 === 4 ? 'employment' : 'address'
      const rejected = product === 'employment' ? 'notAnEmployee' : 'notInResidence'
      const outcome = isApproved ? 'verified' : rejected
      const found = k % 6 === 5 ? 'invalidAddress' : outcome
      const unflagged = { returns: 0, strongFlags: 0, weakFlags: 0 }
      return [
        { kind: 'ended', ...key, product, outcome, price: 2500, tookMs: (900 + 130 * k + 20 * n) * minuteMs },
        {
          kind: 'decided',
          ...key,
          ...people,
          ...unflagged,
          found,
          outcome,
          tookMs: (20 + 9 * k) * minuteMs,
        },
      ]
    }).flat()
  })

beforeAll(async () => {
  world = await startWorld({
    settings: {
      verification: { ...stages.local.verification, dueSeconds: 3 },
      webhooks: { ...stages.local.webhooks, allowLocalReceivers: true, retryScheduleSeconds: [1] },
      fieldwork: { ...stages.local.fieldwork, fourEyes: true },
    },
  })
  browser = await openBrowser()
  operator = await signIn(world, 'operator-1')
  agent = await worker(world, 'agent-a', ['agent'])
  reviewer = await worker(world, 'reviewer-a', ['reviewer'])
  await reachTable(world.emulator)
  await saveDays(pastMonth(Date.now()), Date.now())
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** The overview as it is shown to somebody signed in. */
const openOverview = async (view: View, by: Person = operator) => {
  const opened = await openPage(browser, `${world.url}/v1/desk`, view)
  await opened.page.context().addCookies([{ name: 'session', value: by.token, url: world.url }])
  await opened.page.goto(`${world.url}/v1/desk#/overview`)
  await opened.page.reload()
  await opened.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await opened.page.getByText(/As of/).waitFor()
  return opened
}

const complaintsOf = (complaints: readonly string[]) => complaints.filter(one => !one.includes('401'))

describe('when all is well', () => {
  it('says so first', async () => {
    await using opened = await openOverview(phoneBy('light'))
    const { page, complaints } = opened
    await page.getByText('All is well').waitFor()
    await lookInEachView(page, 'overview-well')
    expect(complaintsOf(complaints)).toEqual([])
  })
})

const troubles = async () => {
  const at = (assignment: string, what: string) => `/v1/operations/assignments/${assignment}/${what}`
  const receiver = await world.receiver((_count, response) => response.writeHead(500).end())
  const customer = await world.client('local-live')
  await customer.post('/v1/webhooks', { url: receiver.url, events: ['address.*'] })
  late = (await openWork(world)).assignment
  held = (await openWork(world)).assignment
  await agent.post(at(held, 'claim'))
  const staged = (await reportedWork(world, agent)).assignment
  const rejection = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
  await reviewer.post(at(staged, 'decision'), rejection)
  await reportedWork(world, agent)
  await eventually(async () => {
    const { body } = await operator.get('/v1/operations/overview')
    const kinds = body.stuck.items.map(({ kind }: { kind: string }) => kind)
    const allLate = body.work.states.every(({ late: n }: { late: number }) => n === 1)
    return allLate && kinds.includes('untaken') && kinds.includes('held')
  }, 'all work to be late')
}

const confirming = async (page: Page, name: RegExp) => {
  const button = page.getByRole('button', { name })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

describe('when something is wrong', () => {
  beforeAll(troubles)

  it('shows who is affected, and every plot with its numbers', async () => {
    await using opened = await openOverview(phoneBy('light'))
    const { page, complaints } = opened
    const attention = page.getByRole('list', { name: 'Needs attention' })
    await attention.getByRole('button', { name: '4 verifications late' }).waitFor()
    const table = page.getByRole('table', { name: 'Verifications by state and by when they are due' })
    expect(await table.getByRole('row', { name: /^With an agent/ }).textContent()).toBe('With an agent100')
    for (const name of ['Work now', 'Deliveries, 72 h', 'Turnaround and outcomes', 'Registries'])
      expect(await page.getByRole('region', { name }).count()).toBe(1)
    const pictures = await page.locator('svg:not([aria-hidden="true"])').count()
    expect(pictures).toBe(0)
    await lookInEachView(page, 'overview-troubled')
    expect(complaintsOf(complaints)).toEqual([])
    const dialog = await confirming(page, new RegExp(`^Take it back: ${held}`))
    await lookInEachView(page, 'overview-confirm')
    await dialog.getByRole('button', { name: 'Leave it' }).click()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('leads from a number to its cases, which an address leads others to, and from what is stuck to its case', async () => {
    await using opened = await openOverview(deskBy('light'))
    const { page, complaints } = opened
    const table = page.getByRole('table', { name: 'Verifications by state and by when they are due' })
    await table.getByRole('link', { name: '1 case: With an agent, late' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Open cases: With an agent, late', level: 1 }).waitFor()
    const line = page.getByRole('link', { name: held })
    await line.waitFor()
    expect(await line.getAttribute('href')).toBe(`#/case/${held}`)
    expect(page.url()).toBe(`${world.url}/v1/desk#/cases/state.claimed/due.late`)
    expect(await page.getByRole('table', { name: 'Cases' }).getByRole('row').count()).toBe(2)
    await lookInEachView(page, 'open-cases')
    await page.goBack()
    await page.getByRole('link', { name: late }).waitFor()
    expect(await page.getByRole('link', { name: late }).getAttribute('href')).toBe(`#/case/${late}`)
    await page.goto(`${world.url}/v1/desk#/cases/stateId.24`)
    await page.getByRole('heading', { name: 'Open cases: in Lagos', level: 1 }).waitFor()
    expect(await page.getByRole('table', { name: 'Cases' }).getByRole('row').count()).toBe(5)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save these as CSV' }).click(),
    ])
    const [headings, first] = readFileSync((await download.path())!, 'utf8').split('\r\n')
    expect(headings).toBe(
      '\ufeff"id","product","state","dueAt","agent","applicant","customerReference","phone","lga","requestedAt"',
    )
    expect(first).toMatch(/^"\d+-\d+","address",/)
    await page.goto(`${world.url}/v1/desk#/cases/due.never`)
    await page.getByRole('alert').waitFor()
    expect(complaintsOf(complaints).filter(one => !one.includes('400'))).toEqual([])
  })

  it('leads a reviewer from a case that waits for a decision to its review', async () => {
    const person = await signIn(world, 'reviewer-1')
    await using opened = await openPage(browser, `${world.url}/v1/desk`, phoneBy('light'))
    const { page } = opened
    await page.context().addCookies([{ name: 'session', value: person.token, url: world.url }])
    await page.goto(`${world.url}/v1/desk#/cases/state.reported`)
    await page.reload()
    const line = page.getByRole('table', { name: 'Cases' }).getByRole('link')
    await line.waitFor()
    expect(await line.getAttribute('href')).toBe(`#/review/${await line.textContent()}`)
  })

  it('lies on a map that opens by keyboard, from the country to an LGA, and narrows what is to repair', async () => {
    await using opened = await openOverview(phoneBy('light'))
    const { page, complaints } = opened
    const parts: string[] = []
    page.on('response', answer => parts.push(answer.url()))
    const press = async (name: string | RegExp, inMap = false) => {
      const group = inMap ? page.getByRole('group', { name: /^Map of/ }) : page
      await group.getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
    }
    const focused = () => page.evaluate('document.activeElement.textContent')
    const rows = () =>
      page.getByRole('table', { name: 'Open work by place' }).getByRole('row').allTextContents()
    await press('Map and table by state')
    await page.getByRole('heading', { name: 'Nigeria: 4 open, 4 late' }).waitFor()
    expect(parts.filter(url => /\/v1\/desk\/.*\.js/.test(url)).length).toBeGreaterThan(0)
    expect(await rows()).toEqual(['PlaceLate24 hLater', 'Lagos400'])
    await lookInEachView(page, 'overview-map')
    await press('Lagos: 4 open, 4 late', true)
    await page.getByRole('heading', { name: 'Lagos: 4 open, 4 late' }).waitFor()
    expect([await focused(), await rows()]).toEqual([
      'Lagos: 4 open, 4 late',
      ['PlaceLate24 hLater', 'Ikeja400'],
    ])
    await lookInEachView(page, 'overview-map-state')
    await press('Ikeja: 4 open, 4 late', true)
    await page.getByText('Only what is stuck in the chosen place.').waitFor()
    expect(await page.getByRole('button', { name: `End it: ${late}` }).count()).toBe(1)
    await lookInEachView(page, 'overview-map-lga')
    await page.goto(`${world.url}/v1/desk#/overview/places/15`)
    await page.getByText('Nothing is stuck there.').waitFor()
    expect(await page.getByText('No work here.').count()).toBe(1)
    await press('Show all')
    await page.getByRole('button', { name: `End it: ${late}` }).waitFor()
    expect(complaintsOf(complaints)).toEqual([])
  })

  it('is found, confirmed, cancelled and repaired by keyboard alone', async () => {
    await using opened = await openOverview(phoneBy('light'))
    const { page } = opened
    await page.getByRole('button', { name: /to repair$/ }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('mend')
    const name = new RegExp(`^End it: ${late}`)
    await confirming(page, name)
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Leave it')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('End it')
    const dialog = await confirming(page, name)
    await keepScreen(page, 'overview-end', phoneBy('light'))
    expect(await dialog.textContent()).toContain('Its customer is told FAILED - EXPIRED and pays nothing.')
    await dialog.getByRole('button', { name: 'Yes, end it' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`Done: end it, ${late}.`).waitFor()
    await eventually(
      async () => (await page.getByRole('button', { name }).count()) === 0,
      'it to be off the list',
    )
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('mend')
    const [, id] = late.split('-')
    const customer = await world.client('local-live')
    expect((await customer.get(`/v1/addresses/${id}`)).body.status.subStatus).toBe('FAILED - EXPIRED')
  })

  it('says what stood in the way when somebody else was faster', async () => {
    await using opened = await openOverview(deskBy('light'))
    const { page } = opened
    const dialog = await confirming(page, new RegExp(`^Take it back: ${held}`))
    await operator.post(`/v1/operations/stuck/${held}/mend`, { action: 'release' })
    await dialog.getByRole('button', { name: 'Yes, take it back' }).click()
    await dialog.getByRole('alert').getByText('It has moved on since').waitFor()
    expect(await barriersOn(page)).toEqual([])
  })
})

it('reads the numbers anew when asked, and shows thirty days as well as seven', async () => {
  await using opened = await openOverview(deskBy('light'))
  const { page } = opened
  await page.getByRole('button', { name: '30 days' }).click()
  expect(await page.getByRole('button', { name: '30 days', pressed: true }).count()).toBe(1)
  await page.getByText('Day by day', { exact: true }).click()
  expect(await page.getByRole('table', { name: 'Ended, day by day (UTC)' }).getByRole('row').count()).toBe(31)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('status').getByText('The numbers are new.').waitFor()
})

it('is shown to no reviewer', async () => {
  const other = await signIn(world, 'reviewer-1')
  await using opened = await openPage(browser, `${world.url}/v1/desk`, phoneBy('light'))
  await opened.page.context().addCookies([{ name: 'session', value: other.token, url: world.url }])
  await opened.page.goto(`${world.url}/v1/desk#/overview`)
  await opened.page.reload()
  await opened.page.getByRole('link', { name: 'Review' }).waitFor()
  expect(await opened.page.getByRole('link', { name: 'Overview' }).count()).toBe(0)
})
