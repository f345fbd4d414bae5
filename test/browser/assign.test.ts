import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localTeam } from '../../infra/local/seed.ts'
import { startWorld, type World } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone } from './agent-phone.ts'
import { deskBy, lookInEachView, openBrowser, openPage, phoneBy } from './browser.ts'

/* A supervisor assigns at the desk, and agents look through their area, accept and refuse at their phones. */

let world: World
let browser: Browser
const warawa = 1943
const streets = Array.from({ length: 7 }, (_, n) => `${n + 1} Well Street`)

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  await world.administer({ command: 'setTeam', teamId: 'kano', name: 'Kano', areas: [warawa] })
  for (const agentId of ['agent-1', 'agent-2'])
    await world.administer({ command: 'setMember', agentId, teamId: 'kano', dailyCapacity: 5 })
  for (const [n, street] of streets.entries()) {
    const person = { ...applicant, phone: `0803${2_000_000 + n}` }
    const place = { lgaName: 'Warawa', stateName: 'Kano', city: 'Warawa' }
    await openWork(world, '/v1/addresses', addressOrder({ street, ...place, applicant: person }))
  }
})
// Files of a worker share a world: others find their agents where they were.
afterAll(async () => {
  for (const agentId of ['agent-1', 'agent-2'])
    await world.administer({ command: 'setMember', agentId, teamId: localTeam.teamId })
  await world[Symbol.asyncDispose]()
})

const openAssign = async () => {
  const { token } = await signIn(world, 'supervisor-1')
  const opened = await openPage(browser, `${world.url}/v1/health`, deskBy('light'))
  await opened.page.context().addCookies([{ name: 'session', value: token, url: world.url }])
  await opened.page.goto(`${world.url}/v1/desk`)
  await opened.page.getByRole('heading', { name: 'Assign', level: 1 }).waitFor()
  return opened
}

const chooseWarawa = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'State' }).selectOption('Kano')
  await page.getByRole('combobox', { name: 'LGA' }).selectOption('Warawa')
}

describe('a supervisor at the desk', () => {
  it('assigns what the service proposes, moves a visit and takes one back', async () => {
    const { page, complaints } = await openAssign()
    await chooseWarawa(page)
    await page.getByRole('heading', { name: '7 open visits' }).waitFor()
    await page.getByRole('combobox', { name: `Agent for ${streets[0]}` }).selectOption('agent-1')
    await page.getByRole('combobox', { name: `Agent for ${streets[6]}` }).selectOption('')
    await lookInEachView(page, 'assign')
    await page.getByRole('button', { name: 'Assign 6 visits' }).click()
    await page.getByText('6 visits changed.').waitFor()
    await page.getByRole('heading', { name: '1 open visit', exact: true }).waitFor()
    await page.getByRole('heading', { name: '6 visits with agents' }).waitFor()
    await page.getByRole('combobox', { name: `Move ${streets[0]} to` }).selectOption('agent-2')
    await page.getByRole('button', { name: `Move ${streets[0]}` }).click()
    await page.getByText('1 visit changed.').waitFor()
    await page
      .getByRole('row', { name: new RegExp(streets[0]!) })
      .getByText('agent-2, to answer by')
      .waitFor()
    await page.getByRole('button', { name: `Take back ${streets[0]}` }).click()
    await page.getByRole('heading', { name: '2 open visits' }).waitFor()
    await lookInEachView(page, 'assign-held')
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe('an agent at a phone', () => {
  it('accepts what was assigned, refuses it with a reason, and looks through what is open', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await phone.open()
    await page.getByText('Your office gave it to you.').first().waitFor()
    await lookInEachView(page, 'work-offers')
    const refuse = page.getByRole('button', { name: /^Refuse / }).first()
    const street = (await refuse.innerText()).replace(/^Refuse\s+/, '')
    await refuse.click()
    const confirm = page.getByRole('button', { name: `Refuse it ${street}` })
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Why not?' }).selectOption('Too far away')
    await lookInEachView(page, 'work-refusal')
    await confirm.click()
    await page.getByRole('button', { name: `Take it ${street}` }).waitFor()
    await page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Find it' }).waitFor()
    await page.getByText('somewhere in Warawa').waitFor()
    await page.getByRole('link', { name: 'Visits' }).click()
    await page.getByRole('heading', { name: 'Open visits' }).waitFor()
    expect(phone.complaints).toEqual([])
  })

  it('chooses an area where the office named none, searches in it, and goes on without a network', async () => {
    await world.administer({ command: 'removeMember', agentId: 'agent-2' })
    for (const n of [8, 9, 10, 11])
      await openWork(
        world,
        '/v1/addresses',
        addressOrder({ street: `${n} Tofa Road`, lgaName: 'Tofa', stateName: 'Kano', allowRevisit: true }),
      )
    await openWork(
      world,
      '/v1/addresses',
      addressOrder({ street: '5 Gidan Lane', lgaName: 'Tofa', stateName: 'Kano', allowRevisit: true }),
    )
    await openWork(
      world,
      '/v1/addresses',
      addressOrder({ street: '6 Rimi Lane', lgaName: 'Gwale', stateName: 'Kano', allowRevisit: true }),
    )
    await using phone = await openPhone(browser, world, phoneBy('light'), 'agent-2')
    const page = await phone.open()
    await page.getByText('Your office has not said where you work.').waitFor()
    await lookInEachView(page, 'work-no-area')
    await page.getByRole('combobox', { name: 'State' }).selectOption('Kano')
    await page.getByRole('button', { name: 'Show these visits' }).click()
    await page.getByRole('heading', { name: 'Open visits in Kano' }).waitFor()
    await page.getByRole('button', { name: 'Take it 6 Rimi Lane' }).waitFor()
    await page.getByText('Search, or another area').click()
    await page.getByRole('combobox', { name: 'Area' }).selectOption('Tofa')
    await page.getByRole('searchbox', { name: 'Street or name' }).fill('lane')
    await page.getByRole('button', { name: 'Take it 5 Gidan Lane' }).waitFor()
    expect(await page.getByRole('button', { name: /^Take it/ }).count()).toBe(1)
    await lookInEachView(page, 'work-search')
    await page.evaluate('navigator.serviceWorker.ready')
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('Search, or another area').click()
    await page.getByRole('searchbox', { name: 'Street or name' }).fill('rimi')
    await page.getByRole('button', { name: 'Take it 6 Rimi Lane' }).waitFor()
    expect(await page.getByRole('button', { name: /^Take it/ }).count()).toBe(1)
    expect(phone.complaints).toEqual([])
  })
})
