import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { signIn, signInOwn } from '../support/sign-in.ts'
import { lookInEachView, openBrowser } from './browser.ts'
import { becomesTrue, noticeOn, openDesk, openedCase, press, sentBy, visitedCase } from './desk.ts'

/* Reviewers write notes on a case and hand it over, by keyboard. */

let world: World
let browser: Browser
let agent: ApiClient

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  agent = await signIn(world, 'agent-1')
})
afterAll(() => world[Symbol.asyncDispose]())

it('C writes a note, which a reload does not lose and a sign-out takes away', {
  timeout: 240_000,
}, async () => {
  const { assignment } = await visitedCase(world, agent)
  await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  const { page } = desk
  const sent = sentBy(page, 'POST', '/notes')
  const notes = page.getByRole('region', { name: 'Notes' })
  const field = notes.getByRole('textbox', { name: 'Note for staff' })
  await openedCase(page, assignment)
  await notes.getByText('None yet.').waitFor()
  await press(page, 'c')
  await page.keyboard.type('The neighbour knows')
  await press(page, 'Enter')
  await page.keyboard.type('the family.')
  await page.reload()
  await openedCase(page, assignment)
  expect(await field.inputValue()).toBe('The neighbour knows\nthe family.')
  // It is there again, and the keys of the page work.
  expect(await page.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA')
  await lookInEachView(page, 'desk-note-form')
  await field.focus()
  await press(page, 'Control+Enter')
  await notes.getByRole('listitem').getByText('The neighbour knows the family.').waitFor()
  expect(sent).toEqual([{ words: 'The neighbour knows the family.' }])
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Write a note/)
  await lookInEachView(page, 'desk-notes')

  await press(page, 'c')
  await page.keyboard.type('Nobody else reads this.')
  await becomesTrue(page, `sessionStorage['notes reviewer-1'].includes('Nobody else reads this.')`)
  expect(desk.complaints).toEqual([])
  const hasEnded = page.waitForURL(url => url.pathname === '/session/end')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await hasEnded
  await page.goto(`${world.url}/v1/health`)
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Nobody else reads this.')
})

it('U gives a case to a colleague, who finds it first; to others it says whose it is', {
  timeout: 300_000,
}, async () => {
  await signIn(world, 'reviewer-2')
  await signInOwn(world, 'reviewer-c', 'reviewer')
  const earlier = await visitedCase(world, agent)
  const { assignment } = await visitedCase(world, agent)
  const words = 'The gate needs a second look.'

  await using desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  const { page } = desk
  const sent = sentBy(page, 'POST', '/hand-over')
  const decision = page.getByRole('region', { name: 'Decision' })
  await openedCase(page, assignment)
  await press(page, 'u')
  await page.keyboard.type('reviewer-9')
  await press(page, 'Tab')
  await page.keyboard.type(words)
  await page.reload()
  await openedCase(page, assignment)
  await press(page, 'u')
  await lookInEachView(page, 'desk-hand-over')
  await decision.getByRole('textbox', { name: /^What do they need to know/ }).focus()
  await press(page, 'Control+Enter')
  await decision.getByText('There is no reviewer with this id.', { exact: true }).waitFor()
  await decision.getByRole('combobox', { name: /^To which reviewer/ }).fill('reviewer-2')
  await press(page, 'Enter')
  await noticeOn(page, new RegExp(`reviewer-2 has ${assignment} until \\d\\d:\\d\\d\\.`))
  expect(sent).toEqual([
    { to: 'reviewer-9', words },
    { to: 'reviewer-2', words },
  ])
  await lookInEachView(page, 'desk-handed-over')

  await using theirs = await openDesk(browser, world, 'reviewer-2')
  const lines = theirs.page.getByRole('region', { name: 'Waiting' }).getByRole('listitem')
  await lines
    .first()
    .getByText(/^Yours until \d\d:\d\d$/)
    .waitFor()
  expect(await lines.first().textContent()).toContain(assignment)
  expect(await lines.filter({ hasText: assignment }).count()).toBe(1)
  await theirs.page.getByRole('heading', { name: /^Yours/ }).waitFor()
  await theirs.page.getByText(/^until \d\d:\d\d, due in 48 h$/).waitFor()
  await lookInEachView(theirs.page, 'desk-handed-to')
  await press(theirs.page, 'n')
  expect(await openedCase(theirs.page, assignment)).toBe(assignment)
  const notes = theirs.page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('listitem').filter({ hasText: 'reviewer-1 to reviewer-2' }).getByText(words).waitFor()
  await using others = await openDesk(browser, world, 'reviewer-c', { at: assignment })
  await others.page
    .getByRole('article')
    .getByText(/^reviewer-2 has it until \d\d:\d\d\./)
    .waitFor()
  await press(others.page, 'n')
  await openedCase(others.page)
  expect(others.page.url()).not.toContain(assignment)
  expect(earlier.assignment).not.toBe(assignment)
  // What the API refuses a browser notes, too.
  const complaints = [...desk.complaints, ...theirs.complaints, ...others.complaints]
  expect(complaints.filter(each => !/40[09]/.test(each))).toEqual([])
})
