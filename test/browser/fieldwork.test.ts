import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listUnsent } from '../../shared/evidence/unsent-store.ts'
import { saveFieldworkCount } from '../../shared/fieldwork/count-store.ts'
import { createFieldworkTally, type VisitingAgent } from '../../shared/fieldwork/tally.ts'
import { allStates, lgasOf } from '../../shared/location/location.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, visitReport } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { type Person, signIn, signInOwn } from '../support/sign-in.ts'
import { openPhone } from './agent-phone.ts'
import { answerAll, photograph, sign, slots, takeVisit } from './agent-steps.ts'
import { deskBy, lookInEachView, openBrowser, openPage, phoneBy, type View } from './browser.ts'

/* A supervisor looks at the day of the agents, and goes from a number to its cases; phones say what they hold. */

let world: World
let browser: Browser
let supervisor: Person
let agent: ApiClient

const [ebonyi, abakaliki, afikpoNorth, damaturu] = [11, 1101, 1102, 3503]
const surulere = 2420
const countNow = () => world.emulator.invoke('verification-local-fieldwork-count', {})

let streets = 0
const orderIn = async (lgaName: string, stateName: string): Promise<string> => {
  const person = { ...applicant, phone: `0803${4_000_000 + ++streets}` }
  const order = { street: `${streets} Day Street`, lgaName, stateName, city: lgaName, applicant: person }
  return (await openWork(world, '/v1/addresses', addressOrder(order))).assignment
}

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  supervisor = await signIn(world, 'supervisor-1')
  agent = await signInOwn(world, 'ebonyi-agent', 'agent')
  await reachTable(world.emulator)
  const areas = [abakaliki, afikpoNorth]
  await world.administer({ command: 'setTeam', teamId: 'ebonyi', name: 'Ebonyi', areas })
  await world.administer({ command: 'setTeam', teamId: 'yobe', name: 'Yobe', areas: [damaturu] })
  for (const [agentId, teamId, dailyCapacity] of [
    ['ebonyi-agent', 'ebonyi', 8],
    ['ebonyi-idle', 'ebonyi', 6],
    ['yobe-agent', 'yobe', 5],
  ] as const)
    await world.administer({ command: 'setMember', agentId, teamId, dailyCapacity })
})
afterAll(() => world[Symbol.asyncDispose]())

const openDeskAt = async (view: View, hash = '#/fieldwork') => {
  const opened = await openPage(browser, `${world.url}/v1/health`, view)
  await opened.page.context().addCookies([{ name: 'session', value: supervisor.token, url: world.url }])
  await opened.page.goto(`${world.url}/v1/desk${hash}`)
  return opened
}

const rowsOf = (page: Page, name: string) =>
  page.getByRole('table', { name }).getByRole('row').allTextContents()

describe('a day with three visits', () => {
  let visited: string
  let held: string

  it('is not counted at first, which the page says', async () => {
    await using opened = await openDeskAt(phoneBy('light'))
    await opened.page.getByText('Nothing is counted yet.').waitFor()
    await lookInEachView(opened.page, 'fieldwork-uncounted')
    expect(opened.complaints).toEqual([])
  })

  it('leads by keyboard from the country to an LGA, and from numbers to their cases', async () => {
    visited = await orderIn('Abakaliki', 'Ebonyi')
    held = await orderIn('Abakaliki', 'Ebonyi')
    await orderIn('Damaturu', 'Yobe')
    for (const id of [visited, held]) await agent.post(`/v1/operations/assignments/${id}/claim`)
    await agent.post(`/v1/operations/assignments/${visited}/report`, visitReport())
    await using opened = await openDeskAt(deskBy('light'))
    const { page, complaints } = opened
    await eventually(async () => {
      await countNow()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByRole('heading', { name: 'Visits today', level: 2 }).waitFor()
      return (await page.getByRole('link', { name: '1 case: Nigeria, done' }).count()) === 1
    }, 'the visit to be counted')
    const follow = async (name: string | RegExp) => {
      await page.getByRole('link', { name }).first().focus()
      await page.keyboard.press('Enter')
    }
    const places = (await rowsOf(page, 'Fieldwork by place')).slice(1)
    expect(places.filter(row => /Ebonyi|Yobe/.test(row))).toEqual([
      expect.stringMatching(/^Ebonyi0011\d+011 of 2/),
      expect.stringMatching(/^Yobe0010\d+000 of 1–$/),
    ])
    await follow(/^Ebonyi: 1 to do, 0 late, 1 done/)
    await page.getByRole('heading', { name: 'Ebonyi', level: 2 }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Ebonyi')
    await page.getByText('1 of 2').first().waitFor()
    expect((await rowsOf(page, 'Agents, who needs a look first')).slice(1)).toEqual([
      expect.stringMatching(/^ebonyi-agent–1118.+ebonyi$/),
      expect.stringMatching(/^ebonyi-idle–0006–ebonyi$/),
    ])
    await lookInEachView(page, 'fieldwork-ebonyi')
    await follow('Abakaliki')
    await page.getByRole('heading', { name: 'Abakaliki', level: 2 }).waitFor()
    await follow('1 case: Abakaliki, with an agent')
    await page.getByRole('heading', { name: 'Visits: With an agent, in Abakaliki', level: 1 }).waitFor()
    const line = page.getByRole('link', { name: held })
    await line.waitFor()
    expect(await line.getAttribute('href')).toBe(`#/assign/${abakaliki}`)
    await lookInEachView(page, 'fieldwork-cases')
    await line.click()
    await page.getByRole('heading', { name: '1 visit with agents' }).waitFor()
    await page.goto(`${world.url}/v1/desk#/fieldwork/${abakaliki}`)
    await page.getByRole('link', { name: '1 case: Abakaliki, done' }).first().waitFor()
    await follow('1 case: Abakaliki, done')
    await page.getByRole('heading', { name: 'Visited today: in Abakaliki', level: 1 }).waitFor()
    await page.getByRole('cell', { name: 'Reported' }).waitFor()
    expect(await page.getByRole('table', { name: 'Cases' }).getByRole('row').count()).toBe(2)
    expect(await page.getByRole('rowheader', { name: visited }).count()).toBe(1)
    await page.getByRole('main').getByRole('link', { name: 'Fieldwork' }).click()
    await page.getByRole('heading', { name: 'Nigeria', level: 2 }).waitFor()
    await page.goto(`${world.url}/v1/desk#/fieldwork/${ebonyi}`)
    await page.getByRole('link', { name: 'ebonyi-agent', exact: true }).click()
    await page.getByRole('heading', { name: 'Visits: agent ebonyi-agent', level: 1 }).waitFor()
    await page.getByRole('link', { name: held }).waitFor()
    expect(complaints).toEqual([])
  })

  it('is shown to no reviewer', async () => {
    const other = await signIn(world, 'reviewer-1')
    await using opened = await openPage(browser, `${world.url}/v1/health`, phoneBy('light'))
    await opened.page.context().addCookies([{ name: 'session', value: other.token, url: world.url }])
    await opened.page.goto(`${world.url}/v1/desk#/fieldwork`)
    await opened.page.getByRole('link', { name: 'Review' }).waitFor()
    expect(await opened.page.getByRole('link', { name: 'Fieldwork' }).count()).toBe(0)
  })
})

/** A country at three in the afternoon, of the size of a bank's checks: some thousand visits, more where more people live. */
const countryAt = (nowMs: number) => {
  const at = (hours: number): string => new Date(nowMs + hours * 3_600_000).toISOString()
  const tally = createFieldworkTally(nowMs)
  const agents: VisitingAgent[] = []
  const visits: Parameters<typeof tally.finish>[0]['visits'][number][] = []
  const unsent: Parameters<typeof tally.finish>[0]['unsent'][number][] = []
  for (const state of allStates())
    for (const [place, lga] of lgasOf(state).entries()) {
      const weight = state.id === 24 ? 12 : state.id === 19 ? 5 : 1 + ((state.id * 7 + place) % 3)
      const id = `agent-${lga.id}`
      if (place % 2 === 0)
        agents.push({
          id,
          teamId: `team-${state.id}`,
          lgaIds: lgasOf(state)
            .slice(place, place + 2)
            .map(one => one.id),
          capacity: 4 + (weight % 5),
        })
      for (let n = 0; n < weight; n++) {
        const isLate = (lga.id * 7 + n * 13) % 29 === 0 || (state.id === 19 && n % 4 === 0)
        const dueAt = at(isLate ? -3 - n : n % 3 === 0 ? 9 : 30)
        tally.addOpen({ lgaId: lga.id, dueAt, state: n % 2 === 0 ? 'claimed' : 'open' })
      }
      for (let n = 0; n < weight && (lga.id + n) % 4 !== 0; n++)
        visits.push({
          kind: 'reported',
          organisationId: 1,
          mode: 'live',
          verificationId: lga.id * 100 + n,
          at: at(-1),
          product: 'address',
          agent: place % 2 === 0 ? id : `agent-${lga.id - 1}`,
          lgaId: lga.id,
          tookMs: (700 + 90 * n + lga.id / 4) * 60_000,
          strongFlags: (lga.id + n) % 23 === 0 ? 1 : 0,
          weakFlags: (lga.id + n) % 7 === 0 ? 1 : 0,
        })
      if (lga.id % 37 === 0 && place % 2 === 0)
        unsent.push({
          agentId: id,
          number: 1,
          reports: 1 + (lga.id % 3),
          photos: 5,
          saidAt: at(-2),
          expiresAt: 0,
        })
    }
  return tally.finish({ visits, agents, unsent })
}

describe('a day of the whole country', () => {
  it('looks right of the country, a state and an LGA', async () => {
    // A Wednesday; later than what was counted of this day.
    const count = countryAt(Date.parse('2026-11-25T14:00:00.000Z'))
    expect(
      await saveFieldworkCount('live', { ...count, at: new Date(Date.now() + 60_000).toISOString() }),
    ).toBe(true)
    await using opened = await openDeskAt(phoneBy('light'))
    const { page, complaints } = opened
    await page.getByRole('rowheader', { name: 'Lagos' }).waitFor()
    expect((await rowsOf(page, 'Fieldwork by place')).length).toBe(38)
    await lookInEachView(page, 'fieldwork-country')
    await page.getByRole('button', { name: 'Show 80 more' }).click()
    await page.getByText('These 100 need a look first. Choose a state for its agents.').waitFor()
    expect((await rowsOf(page, 'Agents, who needs a look first')).length).toBe(101)
    await page.goto(`${world.url}/v1/desk#/fieldwork/24`)
    await page.getByRole('heading', { name: 'Lagos', level: 2 }).waitFor()
    await page.getByRole('rowheader', { name: 'Surulere' }).waitFor()
    expect((await rowsOf(page, 'Fieldwork by place')).length).toBe(21)
    await lookInEachView(page, 'fieldwork-state')
    await page.goto(`${world.url}/v1/desk#/fieldwork/${surulere}`)
    await page.getByRole('heading', { name: 'Surulere', level: 2 }).waitFor()
    await page.getByRole('link', { name: 'All of Lagos' }).waitFor()
    await lookInEachView(page, 'fieldwork-lga')
    expect(complaints).toEqual([])
  })
})

describe('an agent’s phone', () => {
  const heldBy = async (agentId: string) =>
    (await listUnsent('live', Date.now()))
      .filter(one => one.agentId === agentId)
      .map(({ reports, photos }) => ({ reports, photos }))

  it('says nothing of a visit that is sent as it is signed, and what it holds where that is not sent', async () => {
    const [first, second] = [`${streets + 1} Day Street`, `${streets + 2} Day Street`]
    await orderIn('Ikeja', 'Lagos')
    await orderIn('Ikeja', 'Lagos')
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const words: string[] = []
    phone.context.on('request', request => {
      if (/\/unsent$/.test(request.url())) words.push(request.postData() ?? '')
    })
    const page = await phone.open()
    await takeVisit(page, first)
    for (const slot of slots) await photograph(page, slot)
    await answerAll(page)
    await sign(page)
    await page.getByRole('link', { name: 'See what is sent' }).click()
    await page.getByText('At the office since').waitFor()
    expect(words).toEqual([])
    await page.getByRole('link', { name: 'Visits' }).click()
    await takeVisit(page, second)
    await phone.context.setOffline(true)
    for (const slot of slots) await photograph(page, slot)
    await answerAll(page)
    await sign(page)
    await page.getByRole('heading', { name: 'Signed' }).waitFor()
    await page.close()
    // A network that lets small requests pass, and no photo.
    await phone.context.route(
      url => !url.pathname.startsWith('/v1/'),
      route => (route.request().method() === 'PUT' ? route.abort() : route.continue()),
    )
    await phone.context.setOffline(false)
    const again = await phone.open()
    await eventually(async () => (await heldBy('agent-1')).length === 1, 'the phone to say what it holds')
    expect(await heldBy('agent-1')).toEqual([{ reports: 1, photos: slots.length }])
    await phone.context.unrouteAll()
    await again.getByRole('link', { name: 'Visits' }).click()
    await again.getByRole('button', { name: 'Look again' }).click()
    await eventually(async () => (await heldBy('agent-1')).length === 0, 'the phone to say that all is sent')
    expect(words.map(word => JSON.parse(word))).toEqual([
      { number: 1, reports: 1, photos: slots.length },
      { number: 2, reports: 0, photos: 0 },
    ])
    expect(phone.complaints).toEqual([])
  })
})
