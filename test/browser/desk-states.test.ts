import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { ApiClient } from '../support/api-client.ts'
import { attestation, formOf } from '../support/attestations.ts'
import { enrolledDevice, sendPhoto } from '../support/capture.ts'
import { onceTold } from '../support/disputes.ts'
import { askedEmployment, documentsAsked, send, sendFile } from '../support/employer.ts'
import { startWorld, type World } from '../support/environment.ts'
import { againstFinding, openWork, reportedWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder, businessAddressOrder, shownHouse } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'
import { signIn } from '../support/sign-in.ts'
import { keepScreen, lookInEachView, openBrowser } from './browser.ts'
import { becomesTrue, lookAway, noticeOn, onDesk, openDesk, openedCase, press, visitedCase } from './desk.ts'
import type { StateOf } from './states.ts'

/* Every state of the reviewer's page, looked at as people see it and as a screen reader does. */

let world: World
let browser: Browser
let agent: ApiClient
let first: ApiClient

beforeAll(async () => {
  const fieldwork = { ...stages.local.fieldwork, fourEyes: true, claimsPerAgent: 100 }
  const verification = { ...stages.local.verification, dueSeconds: 2 }
  world = await startWorld({ settings: { fieldwork, verification } })
  browser = await openBrowser()
  agent = await signIn(world, 'agent-1')
  first = await signIn(world, 'reviewer-1')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** Every state is looked at more than once, on whatever machine this is. */
const limit = { timeout: 400_000 }
const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

/** The state, on a phone and on a desk, by day and by night. */
const lookAt = (page: Page, state: StateOf<'desk'>): Promise<void> => lookInEachView(page, `desk-${state}`)

const waitingList = (page: Page) => page.getByRole('region', { name: /^Waiting \d/ })

const attested = async (changes: object = {}) => {
  const work = await askedEmployment(world, agent)
  await send(work.page, formOf(attestation(changes)))
  return work
}

describe('a reviewer', () => {
  it('sees a list and a case, and who has one already', limit, async () => {
    // With what the applicant shows of the house, so that there is all that a case can have.
    const addressExtraData = shownHouse(jpegOf(900, 640), jpegOf(480, 640))
    const { assignment } = await visitedCase(world, agent, {
      path: '/v1/addresses/pro',
      order: { addressExtraData },
      insideMetres: 420,
    })
    const { assignment: taken } = await visitedCase(world, agent)
    const { assignment: staged } = await visitedCase(world, agent)
    await first.post(at(taken, '/claim'))
    const reject = {
      decision: 'reject',
      reason: 'FAILED - INVALID ADDRESS',
      againstFinding,
      adminComment: 'No such street.',
    }
    expect((await first.post(at(staged, '/decision'), reject)).status).toBe(202)
    await using desk = await openDesk(browser, world, 'reviewer-2')
    const { page } = desk
    await waitingList(page)
      .getByRole('link', { name: new RegExp(staged) })
      .waitFor()
    await lookAt(page, 'list')
    await page.goto(`${world.url}/v1/desk#/review/${assignment}`)
    await openedCase(page, assignment)
    await becomesTrue(
      page,
      '[...document.images].every(image => image.complete || image.getBoundingClientRect().top > innerHeight)',
    )
    await lookAt(page, 'case')
    for (const width of [360, 900, 1100, 1160, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const narrowest = `Math.min(...[...document.querySelectorAll('.compared bdi')].map(each => each.parentElement.clientWidth))`
      expect([width, (await page.evaluate<number>(narrowest)) > 120]).toEqual([width, true])
    }
    const position = page.getByRole('row', { name: /^Position/ }).getByRole('cell')
    expect(await position.allTextContents()).toEqual([
      '6.601838, 3.351486, confirmed on a map',
      'The agent’s device was 22 m away, ±13 m',
      '= agrees',
    ])
    // The two houses under the same arrow keys, the applicant's first.
    await press(page, 'p')
    await page.getByRole('dialog', { name: 'Applicant’s 1, 1 of 5' }).waitFor()
    await press(page, 'ArrowRight', 'ArrowRight')
    await page.getByRole('dialog', { name: 'Outside 1, 3 of 5' }).waitFor()
    await press(page, 'x')
    await press(page, 'a')
    await page.keyboard.type('The pin is the gate of the estate, and the photo shows its block 4.')
    await lookAt(page, 'approve-flagged')
    await press(page, 'Escape', 'r')
    await lookAt(page, 'reject')
    await press(page, 'b')
    await page.keyboard.type('Photograph the gate with its number.')
    await lookAt(page, 'return')
    await press(page, 'Escape', 'Escape')
    await page.goto(`${world.url}/v1/desk#/review/${taken}`)
    await page.getByRole('alert').filter({ hasText: 'reviewer-1 has it until' }).waitFor()
    await lookAt(page, 'taken')
    await using own = await openDesk(browser, world, 'reviewer-1', { at: staged })
    await own.page.getByRole('alert').filter({ hasText: 'You decided it first.' }).waitFor()
    await page.goto(`${world.url}/v1/desk#/review/${staged}`)
    await openedCase(page, staged)
    expect(await page.getByText('reviewer-1 decided first: FAILED - INVALID ADDRESS').count()).toBe(1)
    await lookAt(page, 'staged')
    // Somebody else's reason is chosen already, and one key confirms it.
    await press(page, 'r')
    expect(await page.getByRole('radio', { name: 'INVALID ADDRESS' }).isChecked()).toBe(true)
    await press(page, 'Enter')
    await lookAway(page)
    await noticeOn(page, `${staged} decided: FAILED - INVALID ADDRESS.`)
    await first.post(at(taken, '/decision'), { decision: 'approve' })
    expect(desk.complaints.filter(each => !each.includes('409'))).toEqual([])
  })

  it('sees on a map that photos of an address in Surulere were taken in Abuja', limit, async () => {
    // Whoever was in Abuja a minute ago is flagged for speed in the next case.
    const traveller = await signIn(world, 'agent-2')
    const abuja = { latitude: 9.0765, longitude: 7.4706, accuracyMetres: 640 }
    const order = addressOrder({ street: '7 Far Street', lgaName: 'Surulere', city: 'Surulere' })
    const { assignment } = await openWork(world, '/v1/addresses', order)
    await traveller.post(at(assignment, '/claim'), {})
    const fixes = [{ ...abuja, at: new Date().toISOString() }]
    await sendPhoto(traveller, await enrolledDevice(traveller), assignment, jpegOf(720, 540), { fixes })
    expect((await traveller.post(at(assignment, '/report'), visitReport())).status).toBe(200)
    await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment })
    const { page } = desk
    await openedCase(page, assignment)
    const outside = page.getByText('450 km outside Lagos, the state of the order.').first()
    await outside.waitFor()
    const where = page.getByRole('region', { name: 'Where' })
    const positions = page.getByRole('region', { name: 'Positions' })
    expect(await positions.getByRole('row').allTextContents()).toEqual([
      'PositionWhereMap',
      expect.stringMatching(
        /^R Device at the report±640 m534.3 km outside Surulere\d\d:\d\dOpen the map of Device at the report$/,
      ),
      expect.stringMatching(/^1 Outside 1±640 m534.3 km outside Surulere\d\d:\d\dOpen the map of Outside 1$/),
    ])
    await where.scrollIntoViewIfNeeded()
    await lookAt(page, 'outside')
    await press(page, 'm')
    await where.getByRole('button', { name: 'Show the whole LGA' }).waitFor()
    await lookAt(page, 'outside-near')
    const decision = { decision: 'approve', flagsAnswer: 'A trial of the map.', againstFinding }
    expect((await desk.reviewer.post(at(assignment, '/decision'), decision)).status).toBe(200)
  })

  it('sees photos, the trail, the keys and what was decided', limit, async () => {
    const { assignment } = await visitedCase(world, agent)
    await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment })
    const { page } = desk
    await openedCase(page, assignment)
    await press(page, 'w')
    await page.keyboard.type('We saw the house.')
    await press(page, 'Escape', 't')
    await page.getByText('The chain is valid').waitFor()
    await lookAt(page, 'trail')
    await press(page, 'p')
    await page.getByRole('dialog').waitFor()
    await press(page, 'ArrowRight')
    await lookAt(page, 'enlarged')
    await press(page, 'x', '?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await lookAt(page, 'keys')
    await press(page, 'Escape', 'a')
    await lookAway(page)
    await noticeOn(page, `${assignment} decided: VERIFIED.`)
    await lookAt(page, 'decided')
    expect(desk.complaints).toEqual([])
  })

  it('sees the dispute of a decision, and upholds the decision by a key', limit, async () => {
    const { id, assignment } = await visitedCase(world, agent, { insideMetres: 420 })
    const flagsAnswer = 'The pin is the gate of the estate.'
    const told = { decision: 'approve', adminComment: 'A neighbour called her to the door.', flagsAnswer }
    expect((await first.post(at(assignment, '/decision'), told)).status).toBe(200)
    const customer = await world.client('local-live')
    const reason =
      'She moved out in September: her landlord says so, and a letter that we sent there came back.'
    await onceTold(() => customer.post(`/v1/addresses/${id}/dispute`, { ground: 'changed', reason }))
    const disputed = `${assignment}-d1`
    await using desk = await openDesk(browser, world, 'reviewer-2')
    const { page } = desk
    const line = waitingList(page).getByRole('link', { name: new RegExp(disputed) })
    await line.waitFor()
    expect(await line.getByText('Disputed').count()).toBe(1)
    await lookAt(page, 'list-disputed')
    await page.goto(`${world.url}/v1/desk#/review/${disputed}`)
    await openedCase(page, disputed)
    const objection = page.getByRole('region', { name: 'The customer objects' })
    for (const words of [reason, 'VERIFIED', 'reviewer-1', told.adminComment, flagsAnswer])
      expect(await objection.getByText(words).count()).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)
    await lookAt(page, 'disputed')
    await press(page, 'a')
    await page.keyboard.type('The estate, again.')
    await press(page, 'Control+Enter')
    await lookAway(page)
    await noticeOn(page, `${disputed} decided: VERIFIED.`)
    expect(desk.complaints).toEqual([])
    await using barred = await openDesk(browser, world, 'reviewer-1', { at: disputed })
    await barred.page.getByText('You had a part in the decision.').waitFor()
  })

  it('sees a business beside what was found of it', limit, async () => {
    const business = {
      area: 'Commercial',
      isKnown: true,
      isOwnerKnown: false,
      nameFound: 'Adeyemi Stores',
      type: 'Informal',
    }
    const { assignment } = await reportedWork(
      world,
      agent,
      visitReport({ business }),
      '/v1/addresses/business',
      businessAddressOrder(),
    )
    await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment })
    const { page } = desk
    await openedCase(page, assignment)
    const row = page.getByRole('row', { name: /Name on site/ })
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'Adeyemi Foods Limited',
      'Adeyemi Stores',
      '≠ differs',
    ])
    await lookAt(page, 'business')
    await press(page, 'a')
    await page.getByText('Against what was found: Name on site, Kind of business').waitFor()
    await page.getByRole('radio', { name: 'Another word or spelling for the same' }).check()
    await page.getByLabel('In words, which the customer reads').fill('The sign bears the trading name.')
    await page.getByLabel(/^What explains the 2 strong flags/).fill('The agent has no camera.')
    await lookAt(page, 'business-against')
    const approve = page.getByRole('button', { name: 'Approve it' })
    for (const height of [800, 600]) {
      await page.setViewportSize({ width: 1280, height })
      const box = (await approve.boundingBox())!
      expect(box.y + box.height).toBeLessThan(height)
    }
    await approve.click()
    await noticeOn(page, assignment)
  })

  it('sees an employer’s attestation, and why there is none', limit, async () => {
    const details = {
      ...attestation().details,
      employeeTitle: 'Book-keeper',
      employeeStartDate: '2020-05-01',
    }
    const { assignment } = await attested({ details })
    await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment })
    const { page } = desk
    await openedCase(page, assignment)
    const row = page.getByRole('row', { name: /Job title/ })
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Accountant', 'Book-keeper', '≠ differs'])
    await lookAt(page, 'employment')
    await press(page, 'r')
    const words = page.getByRole('radio', { name: 'EMPLOYER UNREACHABLE' })
    expect(await words.isDisabled()).toBe(true)
    await lookAt(page, 'employment-reject')
    await press(page, 'Escape', 'a')
    // Up and down choose among the reasons, and Tab leads to the words.
    await press(page, 'ArrowDown', 'ArrowDown', 'Tab')
    await page.keyboard.type('The payslips say Accountant.')
    await press(page, 'Control+Enter')
    await noticeOn(page, assignment)
    const silent = await documentsAsked(world, agent)
    await sendFile(silent.page, jpegOf(900, 640))
    await send(silent.page, 'has=some&which=Payslips')
    await agent.post(at(silent.assignment, '/report'), { unreached: { comment: 'The office is empty.' } })
    await page.goto(`${world.url}/v1/desk#/review/${silent.assignment}`)
    await openedCase(page, silent.assignment)
    await page.getByText('The employer has said nothing.').waitFor()
    await lookAt(page, 'unreachable')
    await press(page, 'r')
    expect(await words.isChecked()).toBe(true)
    await press(page, 'Enter')
    await noticeOn(
      page,
      `${silent.assignment}: rejected as FAILED - EMPLOYER UNREACHABLE. It waits for a second reviewer.`,
    )
    await first.post(at(silent.assignment, '/decision'), {
      decision: 'reject',
      reason: 'FAILED - EMPLOYER UNREACHABLE',
    })
  })

  it('is warned before the lease of a case expires, and claims it again', limit, async () => {
    const { assignment } = await visitedCase(world, agent)
    await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment, clock: true })
    const { page } = desk
    await openedCase(page, assignment)
    const claims = async () => {
      const { entries } = (await first.get(at(assignment, '/trail'))).body
      return eventsIn(entries).filter(({ what }) => what === 'reviewing').length
    }
    // Whoever works keeps it without doing anything for that.
    await page.context().setOffline(true)
    await page.clock.fastForward(8 * 60_000)
    await press(page, 'Shift')
    await page.context().setOffline(false)
    await page.clock.fastForward(10_000)
    await expect.poll(claims).toBe(2)
    // Somebody who is away and has no network is told, and nothing of theirs is lost.
    await page.context().setOffline(true)
    await page.clock.fastForward(13 * 60_000)
    await page.getByRole('button', { name: 'Keep it' }).waitFor()
    await lookAt(page, 'soon-over')
    await page.clock.fastForward(5 * 60_000)
    await page.getByRole('alert').filter({ hasText: 'Your time was over' }).waitFor()
    await lookAt(page, 'over')
    await press(page, 'a')
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await page.context().setOffline(false)
    await press(page, 'k')
    await openedCase(page, assignment)
    await press(page, 'a')
    await noticeOn(page, assignment)
  })

  it('reads strangers’ words as they are', limit, async () => {
    const hostile = [
      '<img src=x onerror="document.title=1"><b class=hostile>bold</b>',
      '"><svg onload=alert(1)>\u202Efdp.exe\u202C',
      'Ω'.repeat(3) + 'W'.repeat(150),
      '👩🏽‍🚒🏚️🇳🇬'.repeat(8),
    ] as const
    const [markup, script, long, emoji] = hostile
    const comment = hostile.join(' ')
    const { assignment } = await visitedCase(world, agent, {
      order: {
        street: markup,
        landmark: long,
        city: script,
        applicant: { firstname: '<b>W', lastname: 'W'.repeat(100), phone: '08031234567' },
      },
      visit: {
        comment,
        neighbor: { comment, firstname: long.slice(0, 100) },
        addressType: emoji.slice(0, 60),
      },
    })
    const earlier = { decision: 'return', comment }
    expect((await first.post(at(assignment, '/decision'), earlier)).status).toBe(200)
    const visit = { ...visitReport().visit, comment, addressType: long.slice(0, 60) }
    expect((await agent.post(at(assignment, '/report'), { visit })).status).toBe(200)
    const reject = {
      decision: 'reject',
      reason: 'CANNOT ACCESS ADDRESS',
      againstFinding,
      adminComment: comment,
    }
    expect((await first.post(at(assignment, '/decision'), reject)).status).toBe(202)
    await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment })
    const { page } = desk
    await openedCase(page, assignment)
    expect(await page.locator('.hostile, svg[onload], img[src=x]').count()).toBe(0)
    const text = (await page.getByRole('main').textContent()) ?? ''
    for (const words of hostile) expect(text).toContain(words)
    expect(await page.title()).toBe('Desk · Verification service')
    await lookAt(page, 'hostile')
    await press(page, 'r', 'Enter')
    await noticeOn(page, assignment)
    expect(desk.complaints).toEqual([])
  })
})

/** How many cases the API lists. */
const waitingFor = async (query: string): Promise<number> => {
  let count = 0
  let cursor: string | null = ''
  while (cursor !== null) {
    const from: string = cursor && `&cursor=${cursor}`
    const { body } = await first.get(`/v1/operations/assignments?list=reported&limit=100${query}${from}`)
    count += body.data.length
    cursor = body.nextCursor
  }
  return count
}

it('says what went wrong where nothing can be reached, and goes on from there', limit, async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment })
  const { page } = desk
  await openedCase(page, assignment)
  await page.context().setOffline(true)
  await press(page, 'a')
  await lookAway(page)
  // The list says the same of itself.
  const undecided = page
    .getByRole('alert')
    .filter({ hasText: `${assignment} was not decided. No connection.` })
  await undecided.waitFor()
  await lookAt(page, 'offline')
  await page.context().setOffline(false)
  await undecided.getByRole('button', { name: 'Try again' }).click()
  await noticeOn(page, `${assignment} decided: VERIFIED.`)
})

it('shows a hundred cases by one read, narrowed by product and state', { timeout: 400_000 }, async () => {
  const before = (await first.get('/v1/operations/assignments?list=reported&limit=100')).body.data
  const all = { decision: 'approve', flagsAnswer: 'Seen.' }
  for (const { id } of before) await first.post(at(id, '/decision'), all)
  const fill = async (agentId: string) => {
    const one = await worker(world, agentId, ['agent'])
    for (let made = 0; made < 20; made++) await reportedWork(world, one)
  }
  await Promise.all(['many-1', 'many-2', 'many-3', 'many-4', 'many-5'].map(fill))
  await attested()
  expect(await waitingFor('')).toBeGreaterThan(100)
  await using desk = await openDesk(browser, world, 'reviewer-2')
  const { page } = desk
  // What the reviewer has, since a page was closed before it sent its decision, stands before the hundred.
  const { data } = (await desk.reviewer.get('/v1/operations/assignments?list=reported&limit=100')).body
  const listed = data.length as number
  expect(listed).toBeGreaterThanOrEqual(100)
  const { id: last } = data.findLast(({ product }: { product: string }) => product === 'address')
  const firstPage = { name: `Waiting ${listed} and more` }
  // The first load may still be reading.
  await page.getByRole('heading', firstPage).waitFor()
  const reads: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) reads.push(`${request.method()} ${pathname.replace(/\d+-\d+/, '{id}')}`)
  })
  const lines = waitingList(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
  await page.reload()
  await page.getByRole('heading', firstPage).waitFor()
  expect(await lines.count()).toBe(listed)
  expect(reads.filter(each => each === 'GET /v1/operations/assignments')).toHaveLength(1)
  await keepScreen(page, 'desk-hundred', onDesk)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('heading', { name: `Waiting ${await waitingFor('')}`, exact: true }).waitFor()
  reads.length = 0
  await page.evaluate(`location.hash = '#/review/${last}'`)
  const opened = await openedCase(page, last)
  await press(page, 'a')
  await page.getByLabel(/^What explains the 2 strong flags/).fill('A neighbour knows her.')
  await page.getByRole('button', { name: 'Approve it' }).click()
  await noticeOn(page, `${opened}: approved.`)
  await lookAway(page)
  await noticeOn(page, `${opened} decided: VERIFIED.`)
  // The whole of a case.
  expect(reads.filter(each => !each.endsWith('/assignments')).toSorted()).toEqual([
    'GET /v1/operations/assignments/{id}',
    'GET /v1/operations/assignments/{id}/photos',
    'GET /v1/operations/cases/{id}/notes',
    'POST /v1/operations/assignments/{id}/claim',
    'POST /v1/operations/assignments/{id}/decision',
  ])
  await page.getByRole('combobox', { name: 'Product' }).selectOption('Employment')
  const employments = await waitingFor('&product=employment')
  await page.getByRole('heading', { name: `Waiting ${employments}`, exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Product' }).selectOption('Address')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Kano')
  await page.getByText('Nothing waits.').waitFor()
  await lookAt(page, 'empty')
})
