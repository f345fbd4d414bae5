import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, userPoolOf } from '../../infra/local/seed.ts'
import { stages } from '../../infra/stages.ts'
import { version } from '../../infra/version.ts'
import { buildApp } from '../../infra/web/app.ts'
import { eventsIn, type RecordedEvent } from '../../shared/trail/entry.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { againstFinding, reportedWork, visitReport } from '../support/fieldwork.ts'
import type { Receiver } from '../support/receiver.ts'
import { signIn } from '../support/sign-in.ts'
import { openBrowser } from './browser.ts'
import {
  becomesTrue,
  type Desk,
  eventOf,
  focusAfter,
  lookAway,
  noticeOn,
  openDesk,
  openedCase,
  press,
  sentBy,
  visitedCase,
} from './desk.ts'

/* What reviewers do on their page, by keyboard alone, and what comes of it elsewhere. */

let world: World
let browser: Browser
let agent: ApiClient
let receiver: Receiver

beforeAll(async () => {
  world = await startWorld({
    settings: { fieldwork: { ...stages.local.fieldwork, backCheckShare: 0 } },
  })
  browser = await openBrowser()
  agent = await signIn(world, 'agent-1')
  receiver = await world.receiver()
  await (await world.client('local-live')).post('/v1/webhooks', { url: receiver.url })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

const trailOf = async ({ reviewer }: Desk, assignment: string) =>
  eventsIn((await reviewer.get(at(assignment, '/trail'))).body.entries)

const clear = async (): Promise<void> => {
  const reviewer = await signIn(world, 'reviewer-1')
  const { data } = (await reviewer.get('/v1/operations/assignments?list=reported&limit=100')).body
  const decision = { decision: 'approve', flagsAnswer: 'Seen.', againstFinding }
  for (const { id } of data) await reviewer.post(at(id, '/decision'), decision)
}

/** In the order in which they wait. */
const reported = async (count: number) => {
  const works = []
  for (let made = 0; made < count; made++) works.push(await visitedCase(world, agent))
  return works
}

describe('a reviewer with a keyboard', () => {
  it('approves the case that N opens, and the customer is told', async () => {
    const { id, assignment } = await visitedCase(world, agent)
    await using desk = await openDesk(browser, world, 'reviewer-1')
    const { page } = desk
    await press(page, 'n')
    expect(await openedCase(page)).toBe(assignment)
    await press(page, 'w')
    await page.keyboard.type('A green gate.')
    await press(page, 'Escape', 'a')
    await lookAway(page)
    await noticeOn(page, `${assignment} decided: VERIFIED.`)
    const event = await eventually(() => eventOf(receiver, id), 'the event')
    expect(event.data.address).toMatchObject({
      status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
      adminComment: 'A green gate.',
    })
    // The case stays until N, and nothing can be decided twice.
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await press(page, 'n')
    await noticeOn(page, 'The queue is empty.')
    expect(desk.complaints).toEqual([])
  })

  it('says what explains strong flags, and approves by no key alone', async () => {
    const { id, assignment } = await visitedCase(world, agent, { insideMetres: 420 })
    await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
    const { page } = desk
    const decisions = sentBy(page, 'POST', '/decision')
    await openedCase(page)
    const line = page.getByRole('link', { name: assignment })
    expect(await line.textContent()).toContain('1 strong flag, 1 weak')
    expect(await focusAfter(page, 'a')).toBe('TEXTAREA ')
    const approve = page.getByRole('button', { name: 'Approve it' })
    expect(await page.getByRole('listitem').filter({ hasText: 'Taken 420 m' }).allTextContents()).toEqual([
      'StrongTaken 420 m from the stated position; up to 200 m are expected. Inside 1',
    ])
    await press(page, ' ', 'Control+Enter')
    expect([await approve.isDisabled(), decisions]).toEqual([true, []])
    await page.keyboard.type('The pin is the gate of the estate.')
    await press(page, 'Control+Enter')
    await lookAway(page)
    await noticeOn(page, `${assignment} decided: VERIFIED.`)
    const flagsAnswer = 'The pin is the gate of the estate.'
    expect(decisions).toEqual([{ decision: 'approve', flagsAnswer }])
    const [end] = (await trailOf(desk, assignment)).filter(({ what }) => what === 'decided')
    expect(end!.facts).toEqual({ outcome: 'verified', strongFlags: 'far_from_address' })
    // Nobody outside reads it.
    const event = await eventually(() => eventOf(receiver, id), 'the event')
    expect(JSON.stringify(event)).not.toContain(flagsAnswer)
    expect(desk.complaints).toEqual([])
  })

  it('names why before it decides against what the agent found, and the customer reads it', async () => {
    const findings = { addressExists: true, hadAccess: true, isThere: false }
    const { id, assignment } = await visitedCase(world, agent, { visit: { findings } })
    await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
    const { page } = desk
    const decisions = sentBy(page, 'POST', '/decision')
    await openedCase(page)
    expect(await focusAfter(page, 'a')).toBe('INPUT evidence')
    await page.getByText('Against what was found: Applicant').waitFor()
    const approve = page.getByRole('button', { name: 'Approve it' })
    await press(page, 'ArrowDown', 'Tab', 'Control+Enter')
    expect([await approve.isDisabled(), decisions]).toEqual([true, []])
    const explanation = 'Her mother confirms on the phone that she lives there.'
    await page.keyboard.type(explanation)
    // A rejection for what was not found asks the same, and keeps what was written.
    await press(page, 'Escape', 'Escape', 'r')
    await page.getByRole('radio', { name: 'CANNOT ACCESS ADDRESS' }).check()
    await page.getByText('Against what was found: Report: FAILED - NOT IN RESIDENCE').waitFor()
    await page.getByRole('radio', { name: 'NOT IN RESIDENCE as found' }).check()
    expect(await page.getByText('Against what was found').count()).toBe(0)
    await press(page, 'Escape', 'a', 'Tab', 'Control+Enter')
    await lookAway(page)
    await noticeOn(page, `${assignment} decided: VERIFIED.`)
    const said = { reason: 'statement', explanation }
    expect(decisions).toEqual([{ decision: 'approve', againstFinding: said }])
    await eventually(() => eventOf(receiver, id), 'the event')
    const customer = await world.client('local-live')
    const { againstFinding: read, flags } = (await customer.get(`/v1/addresses/${id}`)).body
    const reason = 'Approved against what was found, and no second reviewer confirmed it.'
    expect([read, flags]).toEqual([said, [{ code: 'approved_alone', weight: 'strong', reason }]])
    const [end] = (await trailOf(desk, assignment)).filter(({ what }) => what === 'decided')
    expect(end!.facts).toEqual({
      outcome: 'verified',
      againstFinding: 'statement',
      decisionFlags: 'approved_alone',
    })
    const report = await eventually(async () => {
      const { status, body } = await customer.get(`/v1/addresses/${id}/report`)
      return status === 200 && (body as string)
    }, 'the report')
    expect(report).toContain(`Strong flag:</strong> <bdi>${reason}</bdi>`)
    expect((await desk.reviewer.get(at(assignment))).body.review.flags[0]).toMatchObject({
      code: 'approved_alone',
      weight: 'strong',
    })
    expect(desk.complaints).toEqual([])
  })

  it('rejects for a reason that is chosen before and sent by Enter alone', async () => {
    const findings = { addressExists: true, hadAccess: true, isThere: false }
    const { id, assignment } = await visitedCase(world, agent, { visit: { findings } })
    await using desk = await openDesk(browser, world, 'reviewer-1')
    const { page } = desk
    const decisions = sentBy(page, 'POST', '/decision')
    await press(page, 'n')
    expect(await openedCase(page)).toBe(assignment)
    await press(page, 'r')
    const reasons = page.getByRole('group', { name: 'Reason' }).getByRole('radio')
    expect(await reasons.evaluateAll(all => all.map(each => each.getAttribute('value')))).toEqual([
      'FAILED - NOT IN RESIDENCE',
      'FAILED - INVALID ADDRESS',
      'CANNOT ACCESS ADDRESS',
    ])
    expect(await page.getByRole('radio', { name: 'NOT IN RESIDENCE as found' }).isChecked()).toBe(true)
    // While a reason is chosen A is no approval.
    await press(page, 'a')
    expect(decisions).toEqual([])
    await press(page, 'Enter')
    await lookAway(page)
    await noticeOn(page, `${assignment} decided: FAILED - NOT IN RESIDENCE.`)
    expect(decisions).toEqual([{ decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE' }])
    await eventually(() => eventOf(receiver, id), 'the event')
  })

  it('has the focus in what a key opens before the next key can come', async () => {
    const findings = { addressExists: false, hadAccess: false, isThere: false }
    const { assignment } = await visitedCase(world, agent, { visit: { findings } })
    await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
    const { page } = desk
    await openedCase(page)
    expect(await focusAfter(page, 'w')).toBe('TEXTAREA ')
    await page.keyboard.type('A b')
    await press(page, 'Escape')
    expect(await focusAfter(page, 'w')).toBe('TEXTAREA A b')
    await press(page, 'Escape')
    expect(await focusAfter(page, 'b')).toBe('TEXTAREA ')
    await press(page, 'Escape')
    expect(await focusAfter(page, 'r')).toBe('INPUT FAILED - INVALID ADDRESS')
    expect(await focusAfter(page, 'p')).toBe('BUTTON ')
    await press(page, 'ArrowRight')
    await page.getByRole('dialog', { name: /, 2 of 3$/ }).waitFor()
    const dialogs = page.locator('dialog')
    await press(page, 'x')
    await dialogs.waitFor({ state: 'detached' })
    expect(await focusAfter(page, '?')).toBe('BUTTON ')
    await press(page, 'Escape')
    await dialogs.waitFor({ state: 'detached' })
    await press(page, 'l')
    await page.locator('#waiting:focus').waitFor()
    await clear()
  })

  it('approves once, however fast the key is pressed again', async () => {
    const { assignment } = await visitedCase(world, agent)
    await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
    const { page } = desk
    const decisions = sentBy(page, 'POST', '/decision')
    await openedCase(page)
    // Both in one turn: the button cannot have been disabled between them.
    await page.evaluate(`for (let time = 0; time < 2; time++)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))`)
    await lookAway(page)
    await noticeOn(page, `${assignment} decided: VERIFIED.`)
    expect(decisions).toEqual([{ decision: 'approve' }])
  })

  it('opens the reasons with a key that is held down, and does not close them again', async () => {
    const { assignment } = await visitedCase(world, agent)
    await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
    const { page } = desk
    await openedCase(page)
    expect(await focusAfter(page, 'w')).toBe('TEXTAREA ')
    await press(page, 'Escape')
    // The second `down` is what a keyboard sends while the key stays down.
    await page.keyboard.down('r')
    await page.getByRole('group', { name: 'Reason' }).waitFor()
    await page.keyboard.down('r')
    await page.keyboard.up('r')
    expect(await page.getByRole('group', { name: 'Reason' }).count()).toBe(1)
    await clear()
  })

  it('gives a report back with a comment, which its agent reads', async () => {
    const { assignment } = await visitedCase(world, agent)
    await using desk = await openDesk(browser, world, 'reviewer-1')
    const { page } = desk
    await press(page, 'n')
    await openedCase(page)
    await press(page, 'b')
    const giveIt = page.getByRole('button', { name: 'Give it back' })
    expect(await giveIt.isDisabled()).toBe(true)
    // In a text field keys are letters.
    await page.keyboard.type('Near a big road? Ask again.')
    await press(page, 'Control+Enter')
    await lookAway(page)
    await noticeOn(page, `${assignment} is back with its agent.`)
    expect((await agent.get(at(assignment))).body).toMatchObject({
      way: 'claimed',
      isMine: true,
      returned: { comment: 'Near a big road? Ask again.' },
    })
    await agent.post(at(assignment, '/report'), visitReport())
    await using again = await openDesk(browser, world, 'reviewer-2', { at: assignment })
    await openedCase(again.page)
    await again.page.getByRole('heading', { name: 'Given back before' }).waitFor()
    expect(await again.page.getByText('Near a big road? Ask again.').count()).toBe(1)
    await press(again.page, 'a')
    await lookAway(again.page)
    await noticeOn(again.page, 'VERIFIED')
  })

  it('sends a decision once, however often its key is pressed', async () => {
    const { assignment } = await visitedCase(world, agent)
    await using desk = await openDesk(browser, world, 'reviewer-1')
    const { page } = desk
    const decisions = sentBy(page, 'POST', '/decision')
    await press(page, 'n')
    await openedCase(page)
    // Within one frame, before the button can show that it is disabled.
    await page.evaluate(() => {
      for (let press = 0; press < 3; press++)
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    })
    await noticeOn(page, assignment)
    await lookAway(page)
    await noticeOn(page, `${assignment} decided: VERIFIED.`)
    expect(decisions).toEqual([{ decision: 'approve' }])
  })

  it('works off a list of twelve by keys alone', { timeout: 240_000 }, async () => {
    await clear()
    const works = await reported(12)
    await using desk = await openDesk(browser, world, 'reviewer-1')
    const { page } = desk
    await page.getByRole('heading', { name: 'Waiting 12' }).waitFor()
    const decided: string[] = []
    for (let count = 0; count < works.length; count++) {
      await press(page, 'n')
      if (decided.length > 0)
        await page.getByRole('article', { name: decided.at(-1)! }).waitFor({ state: 'detached' })
      const assignment = await openedCase(page)
      await press(page, 'a')
      await noticeOn(page, `${assignment}: approved.`)
      decided.push(assignment)
    }
    expect(decided).toEqual(works.map(({ assignment }) => assignment))
    await press(page, 'n')
    await page.getByText('Nothing waits.').waitFor()
  })

  it('is led to the next case by itself where that was asked for', async () => {
    const [first, second] = [await visitedCase(world, agent), await visitedCase(world, agent)]
    await using desk = await openDesk(browser, world, 'reviewer-1')
    const { page } = desk
    await page.getByRole('checkbox', { name: 'Open the next after a decision' }).press('Space')
    await press(page, 'n')
    await openedCase(page, first.assignment)
    await press(page, 'a')
    await openedCase(page, second.assignment)
    await lookAway(page)
    await noticeOn(page, `${first.assignment} decided`)
    await press(page, 'a')
    await noticeOn(page, 'The queue is empty.')
  })
})

describe('two reviewers', () => {
  it('never have the same case, and the loser is told who has it', { timeout: 240_000 }, async () => {
    await clear()
    const works = await reported(6)
    await using one = await openDesk(browser, world, 'reviewer-1')
    await using other = await openDesk(browser, world, 'reviewer-2')
    const held: [string, string][] = []
    for (let round = 0; round < 3; round++) {
      await Promise.all([press(one.page, 'n'), press(other.page, 'n')])
      const have = ({ page }: Desk) =>
        eventually(async () => {
          if (await page.locator('button[aria-keyshortcuts="a"]:enabled').count()) return openedCase(page)
          // Both may have asked at the same moment, or one went by a list in which the other's last case still stood.
          // Whoever lost is told so, in words that depend on the moment, and goes on with N.
          const lost = page.getByRole('article').filter({ hasText: 'N opens the next case.' })
          if (await lost.count()) {
            const name = (await lost.getAttribute('aria-label', { timeout: 30_000 }))!
            await press(page, 'n')
            await page.getByRole('article', { name, exact: true }).waitFor({ state: 'detached' })
          }
          return undefined
        }, 'a case')
      held.push([await have(one), await have(other)])
      await Promise.all([press(one.page, 'a'), press(other.page, 'a')])
      await Promise.all([noticeOn(one.page, held[round]![0]), noticeOn(other.page, held[round]![1])])
    }
    await Promise.all([lookAway(one.page), lookAway(other.page)])
    await Promise.all([noticeOn(one.page, 'decided'), noticeOn(other.page, 'decided')])
    expect(held.flat().toSorted()).toEqual(works.map(({ assignment }) => assignment).toSorted())
  })

  it('see who has a case, and it is free as soon as it is left', async () => {
    await clear()
    const { assignment } = await visitedCase(world, agent)
    await using one = await openDesk(browser, world, 'reviewer-1', { at: assignment })
    await openedCase(one.page)
    await using other = await openDesk(browser, world, 'reviewer-2', { at: assignment })
    const told = other.page.getByRole('alert')
    await told.waitFor()
    expect(await told.textContent()).toMatch(/^reviewer-1 has it until \d\d:\d\d\. N opens the next case\.$/)
    await press(other.page, 'n')
    await noticeOn(other.page, 'The queue is empty.')
    await press(one.page, 'l')
    await one.page.getByRole('article').waitFor({ state: 'detached' })
    await eventually(async () => (await trailOf(one, assignment)).some(({ what }) => what === 'released'))
    await other.page.goto(`${world.url}/v1/desk#/review/${assignment}`)
    await other.page.reload()
    await openedCase(other.page, assignment)
    // Whoever closes the page gives it back, too.
    await other.page.close()
    const isReleased = ({ what, by }: RecordedEvent) => what === 'released' && by === 'reviewer-2'
    await eventually(async () => (await trailOf(one, assignment)).some(isReleased))
    await clear()
  })
})

it('gives a case back when its reviewer signs out', async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  await openedCase(desk.page, assignment)
  await desk.page.getByRole('button', { name: 'Sign out' }).click()
  const other = await signIn(world, 'reviewer-2')
  const claimed = async () => (await other.post(at(assignment, '/claim'), {})).status === 200
  await eventually(claimed, 'the case')
  expect((await other.post(at(assignment, '/decision'), { decision: 'approve' })).status).toBe(200)
})

it('has no line in the trail for each look at the list of photos', async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  const { page } = desk
  await openedCase(page)
  await becomesTrue(page, '[...document.images].every(image => image.complete && image.naturalWidth > 0)')
  // One that is closed is taken away a moment later.
  const enlarged = page.locator('dialog')
  for (const keys of [['ArrowRight', 'ArrowRight', 'x'], ['x']]) {
    await press(page, 'p')
    await enlarged.waitFor()
    await press(page, ...keys)
    await enlarged.waitFor({ state: 'detached' })
  }
  const ours = (await trailOf(desk, assignment)).filter(({ by }) => by === 'reviewer-1')
  const times = (noted: string) => ours.filter(({ what }) => what === noted).length
  // Seen once for opening the case, once for its notes, and once for this reading of the trail.
  expect([times('reviewing'), times('viewed'), times('photoOpened')]).toEqual([1, 3, 3])
  await press(page, 'a')
  await lookAway(page)
  await noticeOn(page, 'VERIFIED')
})

it('keeps what is written when the session ends, and goes on after signing in', async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  const { page } = desk
  await openedCase(page)
  await page.context().clearCookies()
  await press(page, 'b')
  await page.keyboard.type('Which gate is it?')
  await press(page, 'Control+Enter')
  await noticeOn(page, `${assignment}: back to its agent.`)
  await lookAway(page)
  const lost = page.getByRole('alert').filter({ hasText: `${assignment} was not decided.` })
  await lost.filter({ hasText: 'Your session is over. What you wrote is still here.' }).waitFor()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    lost.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ])
  await tab.getByRole('button', { name: /reviewer-1/ }).click()
  await tab.getByRole('heading', { level: 1 }).first().waitFor()
  await tab.close()
  expect(await page.getByRole('textbox', { name: 'What is the agent to do?' }).inputValue()).toBe(
    'Which gate is it?',
  )
  await lost.getByRole('button', { name: 'Try again' }).click()
  await noticeOn(page, `${assignment} is back with its agent.`)
})

it('refuses a reviewer’s own visit in words', async () => {
  await clear()
  const pool = userPoolOf(world.emulator)!
  for (const group of ['agent', 'reviewer']) await addPerson(pool, { personId: 'both-1', group })
  const both = await signIn(world, 'both-1')
  const { assignment } = await reportedWork(world, both)
  await using desk = await openDesk(browser, world, 'both-1', { at: assignment })
  const { page } = desk
  const told = page.getByRole('alert')
  await told.waitFor()
  expect(await told.textContent()).toContain('You made this visit. Another reviewer decides it.')
  expect(await page.getByRole('link', { name: assignment }).textContent()).toContain('Your own visit')
  await press(page, 'n')
  await noticeOn(page, 'The queue is empty.')
  await clear()
})

it('loads at most 120 KB at first', async () => {
  const { page, assets } = buildApp('desk', version)
  // The outlines come when a map is opened, with all that shows them, and are named by no page.
  const isFirst = (name: string) => `${page.get('index.html')}`.includes(name.replace(/\.gz$/, ''))
  const bytes = [...assets].flatMap(([name, content]) =>
    isFirst(name) ? [[name, content.length] as const] : [],
  )
  expect(assets.size - bytes.length).toBe(1)
  console.info(bytes.map(([name, length]) => `${name} ${length}`).join(', '))
  expect(bytes.reduce((sum, [, length]) => sum + length, 0)).toBeLessThanOrEqual(120_000)
})
