import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openEmployment, open as openSent, pageSentTo, send } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { worker } from '../support/fieldwork.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone, type Phone } from './agent-phone.ts'
import { answer, choose, findOpen, pressOn, storedOn } from './agent-steps.ts'
import { deskBy, look, lookInEachView, openBrowser, phoneBy, type View } from './browser.ts'
import type { LoneStateOf, StateOf } from './states.ts'

const world = await joinWorld()
const browser = await openBrowser()
const reviewer = await worker(world, 'reviewer-a', ['reviewer'])
const first = await signIn(world, 'agent-1')
const second = await signIn(world, 'agent-2')

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

const check = (page: Page, name: LoneStateOf<'work-call'>, view: View): Promise<void> =>
  look(page, `work-call-${name}`, view)
const checkAll = (page: Page, name: StateOf<'work-call'>): Promise<void> =>
  lookInEachView(page, `work-call-${name}`)

let ordered = 0
/** An open call to an employer like no other. */
const orderCall = async (changes: object = {}) => {
  const name = `Harmattan Mills ${++ordered} Limited`
  return { name, ...(await openEmployment(world, { employerName: name, canContactPoc: true, ...changes })) }
}

const step = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Steps of this call' }).getByRole('link', { name }).click()

/** A call in the hands of whoever holds the phone, on its first screen. */
const takenCall = async (phone: Phone, changes: object = {}) => {
  const work = await orderCall(changes)
  const page = await phone.open()
  await findOpen(page, work.name)
  await page.getByRole('button', { name: `Take it ${work.name}` }).click()
  await page.getByRole('heading', { name: 'Reach the employer' }).waitFor()
  return { page, ...work }
}

const hourMs = 3_600_000
/** A time as somebody puts it in: on this machine's clock, to the minute. */
const localTime = (hoursAgo: number): string => {
  const time = new Date(Date.now() - hoursAgo * hourMs)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const noteAttempt = async (page: Page, outcome: string, hoursAgo?: number): Promise<void> => {
  await step(page, 'Attempts')
  await page.getByRole('link', { name: 'Note an attempt' }).click()
  await page.getByRole('heading', { name: 'Note an attempt' }).waitFor()
  await answer(page, 'How did you try?', 'Phone call')
  await answer(page, 'What came of it?', outcome)
  await answer(page, 'When?', hoursAgo === undefined ? 'Just now' : 'Earlier')
  if (hoursAgo !== undefined) await page.getByLabel('Day and time').fill(localTime(hoursAgo))
  await answer(page, 'Where was the contact from?', 'The one shown here')
  await page.getByRole('button', { name: 'Note it' }).click()
}

const attemptsShown = (page: Page) => page.getByRole('heading', { name: 'Attempts', exact: true }).waitFor()

const sendPage = async (page: Page): Promise<void> => {
  await step(page, 'Page')
  await page.getByRole('link', { name: 'Send the employer a page' }).click()
  await answer(page, 'How should it go?', 'By email')
  await page.getByRole('group', { name: 'Where to?' }).getByRole('radio', { name: /@/ }).check()
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByRole('heading', { name: 'A page to answer on' }).waitFor()
}

/** Writes down what somebody says who knows the person; nothing is sent. */
const writeDown = async (page: Page): Promise<void> => {
  await step(page, 'Report')
  await answer(page, 'What came of it?', 'They answered')
  await answer(page, 'How did they tell you?', 'On the phone')
  await page.getByRole('radio', { name: 'Yes, in the past' }).check()
  await page.getByLabel('Job title', { exact: true }).fill('Accountant')
  await page.getByLabel('First day').fill('2019-02-01')
  await page.getByLabel('Last day').fill('2024-06-30')
  await page.getByLabel('Their name').fill('Ibrahim Musa')
  await page.getByLabel('Their job title').fill('HR Manager')
  await page.getByLabel('Their phone at work').fill('08030000002')
  await answer(page, 'Do they answer for the employer', 'Yes')
}

const reportIt = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'They said this to me' }).check()
  await page.getByRole('button', { name: 'Send the report' }).click()
}

const reviewOf = async (assignment: string) => (await reviewer.get(at(assignment))).body.review

describe('an agent who holds a call', () => {
  it('sees whom to reach, notes attempts, sends a page and writes down what was said', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, name } = await takenCall(phone)
    await checkAll(page, 'reach')
    const call = page.getByRole('link', { name: 'Call +2348030000009' })
    expect(await call.getAttribute('href')).toBe('tel:+2348030000009')
    await page.goto(`${phone.url}#/`)
    await page.getByRole('link', { name: `Go on ${name}` }).waitFor()
    await checkAll(page, 'today')
    await page.getByRole('link', { name: `Go on ${name}` }).click()
    await step(page, 'Attempts')
    await page.getByText('0 of 3 failed attempts count so far.').waitFor()
    await checkAll(page, 'attempts-none')
    await page.getByRole('link', { name: 'Note an attempt' }).click()
    await answer(page, 'Where was the contact from?', 'A public listing')
    await answer(page, 'When?', 'Earlier')
    await checkAll(page, 'attempt-new')
    await noteAttempt(page, 'Nobody answered')
    await attemptsShown(page)
    await page.getByText('1 of 3 failed attempts count so far.').waitFor()
    await checkAll(page, 'attempts')
    await step(page, 'Page')
    await page.getByText('No page was sent yet.').waitFor()
    await page.getByRole('link', { name: 'Send the employer a page' }).click()
    await answer(page, 'How should it go?', 'By email')
    await answer(page, 'Where to?', 'Another one')
    await checkAll(page, 'page-new')
    await sendPage(page)
    await page.getByText('To the employer, email').waitFor()
    await checkAll(page, 'page')
    await writeDown(page)
    await checkAll(page, 'report')
    await answer(page, 'Do they answer for the employer', 'No')
    await page.getByText('Then nothing may be passed on.').waitFor()
    await checkAll(page, 'report-refused')
    await answer(page, 'What came of it?', 'Nobody can be reached')
    await checkAll(page, 'report-unreached')
    await page.context().setOffline(true)
    await answer(page, 'What came of it?', 'They answered')
    await answer(page, 'Do they answer for the employer', 'Yes')
    await page.getByText('You are offline.').waitFor()
    await checkAll(page, 'report-offline')
    expect(phone.complaints).toEqual([])
  })

  it('sends the employer a page, who answers on a phone: then the work is done', async () => {
    const view = phoneBy('light')
    await using phone = await openPhone(browser, world, view)
    const { page, assignment, employerEmail } = await takenCall(phone)
    await noteAttempt(page, 'I reached somebody')
    await attemptsShown(page)
    await sendPage(page)
    const employers = await browser.newContext({ viewport: { width: 360, height: 640 } })
    const attest = await employers.newPage()
    await attest.goto(await pageSentTo(world, employerEmail))
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText(/^Opened .*, not answered yet$/).waitFor()
    await attest.getByLabel('No, this person never worked here').check()
    await attest.getByLabel('Your name').fill('Ibrahim Musa')
    await attest.getByLabel('Your job title').fill('HR Manager')
    await attest.getByLabel('Your email at work').fill('ibrahim@zenithworks.example')
    await attest.getByLabel('I answer for my employer', { exact: false }).check()
    await attest.getByRole('button', { name: 'Send the answer' }).click()
    await attest.getByRole('heading', { name: 'Thank you' }).waitFor()
    await employers.close()
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByRole('heading', { name: 'The office has the answer.' }).waitFor()
    await check(page, 'done', view)
    expect((await reviewOf(assignment)).employerCase).toMatchObject({ claim: 'neverWorkedHere' })
    await page.getByRole('link', { name: 'Back to today' }).click()
    await page.getByText(/with the office\. Well done\./).waitFor()
    expect(phone.complaints).toEqual([])
  })

  it('writes down what was said on the phone, keeps it through a reload, and sends it', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await takenCall(phone)
    await writeDown(page)
    await expect.poll(async () => JSON.stringify((await storedOn(page)).calls)).toContain('employerConsented')
    await page.reload()
    await page.getByRole('heading', { name: 'How did it end?' }).waitFor()
    expect(await page.getByLabel('Job title', { exact: true }).inputValue()).toBe('Accountant')
    await reportIt(page)
    await page.getByRole('heading', { name: 'The office has the answer.' }).waitFor()
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'))
      .toBe('The office has the answer.')
    const { employerCase, found } = await reviewOf(assignment)
    expect(employerCase).toMatchObject({ claim: 'workedHere', source: 'phone' })
    expect(JSON.stringify(found)).toContain('Ibrahim Musa')
    const stored = (await storedOn(page)).calls.find(({ id }) => id === assignment)
    const time = expect.any(String)
    expect(stored).toEqual({
      by: 'agent-1',
      id: assignment,
      drafts: { report: {} },
      tries: {},
      isLost: false,
      saidAt: null,
      done: { at: time, isReported: true },
    })
  })

  it('takes it and notes an attempt by keyboard alone, and the focus goes where the work goes', async () => {
    const { name, assignment } = await orderCall()
    await using phone = await openPhone(browser, world, deskBy('light'))
    const page = await phone.open()
    const headingNow = () => page.evaluate('document.activeElement.textContent')
    await findOpen(page, name)
    // Where a long list is to be gone through, it can be searched.
    const search = page.getByText('Search, or another area')
    if (await search.isVisible()) {
      await search.press('Enter')
      await page.getByRole('searchbox', { name: 'Street or name' }).fill(name)
    }
    await pressOn(page, 'button', `Take it ${name}`)
    await expect.poll(headingNow).toBe('Reach the employer')
    await pressOn(page, 'link', 'No answer')
    await expect.poll(headingNow).toBe('Note an attempt')
    await choose(page, 'How did you try?', 0)
    await choose(page, 'What came of it?', 1)
    await choose(page, 'When?', 0)
    await choose(page, 'Where was the contact from?', 0)
    await pressOn(page, 'button', 'Note it')
    await expect.poll(headingNow).toBe('Attempts')
    const { data } = (await first.get(at(assignment, '/attempts'))).body
    expect(data).toMatchObject([{ channel: 'phone', outcome: 'noAnswer', contactFrom: 'order' }])
  })

  it('reports that nobody was reached after three attempts, and an applicant who was asked', async () => {
    const view = phoneBy('dark')
    await using phone = await openPhone(browser, world, view)
    const applicant = { firstname: 'Ada', lastname: 'Obi', phone: '08039770001' }
    const { page, assignment } = await takenCall(phone, { applicant })
    for (const hours of [5, 3, 0.5]) {
      await noteAttempt(page, 'Nobody answered', hours)
      await attemptsShown(page)
    }
    await page.getByText('Enough attempts have failed.').waitFor()
    await check(page, 'attempts-enough', view)
    await page.getByRole('link', { name: 'Ask the applicant' }).click()
    await answer(page, 'How should we ask the applicant?', 'By text message')
    await check(page, 'documents', view)
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('To the applicant, text message').waitFor()
    await step(page, 'Report')
    await answer(page, 'What came of it?', 'Nobody can be reached')
    await page.getByText('The applicant was asked for documents,').waitFor()
    const documents = await pageSentTo(world, '+2348039770001')
    await openSent(documents)
    await send(
      documents,
      `${new URLSearchParams({ has: 'some', which: 'Payslips', contactName: 'Bola Ade' })}`,
    )
    await step(page, 'Page')
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText('Somebody to ask: Bola Ade').waitFor()
    await check(page, 'documents-said', view)
    await step(page, 'Report')
    await page.getByText('Enough was tried.').waitFor()
    await page.getByLabel('What did you try').fill('Three calls. The office is empty.')
    await check(page, 'unreached', view)
    await page.getByRole('button', { name: 'Report that nobody was reached' }).click()
    await page.getByRole('heading', { name: 'The office has the answer.' }).waitFor()
    expect((await reviewOf(assignment)).suggestedReason).toBe('FAILED - EMPLOYER UNREACHABLE')
  })

  it('notes an attempt once, although its answer was lost on the way', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await takenCall(phone)
    let lost = 0
    await page.route('**/attempts', async route => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await noteAttempt(page, 'Nobody answered')
    await page.getByRole('alert').filter({ hasText: 'No connection.' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Note it' }).click()
    await attemptsShown(page)
    expect((await first.get(at(assignment, '/attempts'))).body.data).toHaveLength(1)
  })

  it('is told in plain words of what is refused, field by field, and nothing typed goes', async () => {
    const view = phoneBy('light')
    await using phone = await openPhone(browser, world, view)
    const { page } = await takenCall(phone)
    await writeDown(page)
    await page.getByLabel('First day').fill('2025-01-01')
    await page.getByLabel('Their phone at work').fill('12')
    await reportIt(page)
    const alert = page.getByRole('alert')
    await alert.filter({ hasText: 'Please correct:' }).waitFor()
    const faults = await alert.getByRole('listitem').allInnerTexts()
    expect(faults.map(fault => fault.split(':')[0]).sort()).toEqual(['Last day', 'Their phone at work'])
    await check(page, 'report-faults', view)
  })

  it('loses the claim to another, is told so, and deletes what was typed after a second confirmation', async () => {
    const view = phoneBy('light')
    await using phone = await openPhone(browser, world, view)
    const { page, assignment, name } = await takenCall(phone)
    await writeDown(page)
    await first.delete(at(assignment, '/claim'))
    await second.post(at(assignment, '/claim'), {})
    await reportIt(page)
    await page.getByRole('heading', { name: 'This call is not yours any more' }).waitFor()
    await page.getByRole('button', { name: 'Take it again' }).click()
    await page.getByText('Somebody else has this call now.').waitFor()
    await check(page, 'lost', view)
    expect(await page.getByLabel('Job title', { exact: true }).inputValue()).toBe('Accountant')
    await page.getByRole('button', { name: 'Throw it away' }).click()
    await page.getByRole('button', { name: 'Yes, throw away' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await page.getByRole('heading', { name }).count()).toBe(0)
  })

  it('releases it, and another may claim it', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, assignment } = await takenCall(phone)
    await page.getByRole('button', { name: 'Give this call back' }).click()
    await page.getByRole('button', { name: 'Yes, give it back' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect((await second.post(at(assignment, '/claim'), {})).status).toBe(200)
  })

  it('signs out, is told what was not sent, and leaves nothing of it', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page } = await takenCall(phone, { contactPersonName: 'Plantedperson' })
    await writeDown(page)
    await page.goto(`${phone.url}#/leave`)
    await page.getByText('Not at the office yet: what you typed of 1 call.').waitFor()
    await page.getByRole('button', { name: 'Sign out and lose it' }).click()
    const other = await phone.open('#/none')
    await page.getByRole('button', { name: 'Yes, sign out' }).click()
    await page.waitForURL(url => !url.href.startsWith(phone.url))
    await other.getByRole('heading', { name: 'Visits' }).waitFor()
    expect((await storedOn(other)).calls).toEqual([])
  })

  it('reads the steps as a screen reader tells them, and nothing of what the applicant claimed', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const { page, name } = await takenCall(phone, { canContactPoc: false, jobTitle: 'Plantedtitle' })
    const tree = await page.locator('body').ariaSnapshot()
    for (const line of [
      '- navigation "Steps of this call"',
      '- link "Attempts"',
      '- heading "Reach the employer" [level=1]',
      `- heading "${name}" [level=2]`,
      '- paragraph: "Do not ask for Ibrahim Musa: the customer has not agreed to it.',
      '- heading "What you may say" [level=2]',
      '- heading "What you must not say" [level=2]',
      '- link "Answered"',
      '- link "No answer"',
      '- button "Give this call back"',
    ])
      expect(tree).toContain(line)
    expect(tree).not.toMatch(/Plantedtitle|2019|2024/)
  })
})
