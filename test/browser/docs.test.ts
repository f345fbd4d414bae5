import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { guideNames, guidePath } from '../../infra/docs/guides.ts'
import { joinWorld } from '../support/environment.ts'
import { isNightly } from '../support/tier.ts'
import { deskBy, look, lookInEachView, openBrowser, openPage, phoneBy } from './browser.ts'

const world = await joinWorld()
const browser = await openBrowser()

const phone = phoneBy('light')
const deskByNight = deskBy('dark')

/** Those that have all there is, and in the night every guide. */
const rich = ['index', 'verdicts', 'signatures'] as const
const others = isNightly ? guideNames.filter(name => !rich.some(each => each === name)) : []

/** A guide, looked at as somebody sees it who opens it. */
const seeGuide = async (name: string, see: (page: Page) => Promise<void>): Promise<void> => {
  await using opened = await openPage(browser, `${world.url}${guidePath(name)}`, phone)
  await see(opened.page)
  expect(opened.complaints).toEqual([])
}

describe('a guide', () => {
  it.each(rich)('is for everybody: %s', async name => {
    await seeGuide(name, page => lookInEachView(page, `guide-${name}`))
  })

  it.runIf(isNightly).each(others)('is for everybody on a phone: %s', async name => {
    await seeGuide(name, page => look(page, `guide-${name}`, phone))
  })

  it('is read without any script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${world.url}/v1/docs/limits`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Limits')
    expect(await page.getByRole('table').count()).toBe(3)
    await context.close()
  })
})

/** What has the keyboard. */
const focused =
  "document.activeElement.textContent.trim() || document.activeElement.getAttribute('aria-label')"

describe('somebody without a mouse', () => {
  it('skips to the text, and reads what is wider than the screen', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/docs/first-verification`, phone)
    const { page } = opened
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focused)).toBe('Skip to the text')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
    await page.getByRole('group', { name: '2. Order a verification, code 1' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.evaluate('document.activeElement.scrollLeft')).toBeGreaterThan(0)
  })

  it('opens the list of guides on a phone, and goes to another', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/docs`, phone)
    const { page } = opened
    await page.getByText('All guides').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Limits' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/v1/docs/limits')
    expect(await page.title()).toBe('Limits · Verification service')
  })
})

describe('the reference', () => {
  const pages = ['reference', 'reference-addresses', 'reference-identities', 'reference-deliveries'] as const

  it.each(isNightly ? pages : pages.slice(0, 2))('is for everybody: %s', async name => {
    await using opened = await openPage(browser, `${world.url}/v1/docs/${name}`, phone)
    const { page, complaints } = opened
    await lookInEachView(page, name)
    expect(complaints).toEqual([])
  })

  it('shows a request in another language, by keyboard and without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${world.url}/v1/docs/reference-addresses`)
    const order = page
      .getByRole('group', { name: 'Order the verification of a street address: request' })
      .first()
    await order.getByRole('radio', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowRight')
    await order.getByText("client.call('POST /v1/addresses', {").waitFor()
    await page.keyboard.press('ArrowRight')
    await order.getByText('from verification_client import Client').waitFor()
    expect(await order.getByText('curl http').isVisible()).toBe(false)
    await context.close()
  })

  it('leads to a single field of a response, which is folded otherwise', async () => {
    const id = 'AddressAnswer.address.AddressRecord.approvedAt'
    await using opened = await openPage(browser, `${world.url}/v1/docs/reference-addresses`, phone)
    const { page } = opened
    const field = page.locator(`[id="${id}"]`)
    expect(await field.isVisible()).toBe(false)
    await page.goto(`${world.url}/v1/docs/reference-addresses#${id}`)
    await field.waitFor()
    expect(await field.getByRole('link').first().getAttribute('href')).toBe(`#${id}`)
  })

  it('leads from the name of an operation in a guide to its fields', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/docs`, deskByNight)
    const { page } = opened
    await page.getByRole('link', { name: 'POST /v1/employments' }).click()
    await page.waitForURL('**/v1/docs/reference-employments#createEmployment')
    await page.getByRole('heading', { name: 'Order the verification of an employment' }).waitFor()
  })
})

describe('a request from the reference', () => {
  it('is sent with the sandbox’s credentials, and the next one is about what it made', async () => {
    await world.client('local-test')
    await using opened = await openPage(browser, `${world.url}/v1/docs/reference-addresses`, phone)
    const { page, complaints } = opened
    const order = page.locator('section', { has: page.locator('#createAddress') })
    await order.getByText('Try it').click()
    await order.getByRole('button', { name: 'Send' }).click()
    await order.getByText('201 Created').waitFor()
    const { id } = JSON.parse((await order.locator('.try code').textContent())!)
    const read = page.locator('section', { has: page.locator('#getAddress') })
    await read.getByText('Try it').click()
    expect(await read.getByLabel('id').inputValue()).toBe(`${id}`)
    await read.getByRole('button', { name: 'Send' }).press('Enter')
    await read.getByText('200 OK').waitFor()
    expect(JSON.parse((await read.locator('.try code').textContent())!).id).toBe(id)
    await lookInEachView(page, 'reference-tried')
    await page.getByLabel('Secret').fill('wrong')
    await read.getByRole('button', { name: 'Send' }).click()
    await read.getByText('401 Unauthorized').waitFor()
    expect(complaints.filter(complaint => !complaint.includes('401'))).toEqual([])
  })
})

describe('the search', () => {
  it('finds guides, operations and error codes by keyboard alone', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/docs/limits`, phone)
    const { page, complaints } = opened
    await page.keyboard.press('/')
    await page.keyboard.type('spend_cap_rea')
    const found = page.getByRole('dialog').getByRole('link')
    await found.first().waitFor()
    expect(await found.first().locator('mark').allTextContents()).toEqual(['spend_cap_reached'])
    await page.getByRole('searchbox').fill('webhook late')
    await found.first().locator('.excerpt mark').first().waitFor()
    await lookInEachView(page, 'guide-search')
    await page.getByRole('searchbox').fill('spend_cap_rea')
    await found.filter({ hasText: 'Error' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/v1/docs/error-codes#spend_cap_reached')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('list address')
    await found.getByText('GET /v1/addresses', { exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate(focused)).toContain('List address verifications')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/v1/docs/reference-addresses#listAddresses')
    expect(complaints).toEqual([])
  })

  it('says that nothing is found, and goes away', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/docs`, phone)
    const { page } = opened
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('zebra')
    await page.getByText('Nothing found.').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  })
})

describe('code', () => {
  it('is copied as it is', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/docs/first-verification`, phone)
    const { page, complaints } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const name = '2. Order a verification, code 1'
    await page.getByRole('button', { name: `Copy: ${name}`, exact: true }).click()
    await page.getByText('Copied').waitFor()
    const shown = await page.getByRole('group', { name, exact: true }).textContent()
    expect(shown).toContain('curl -s $API/v1/addresses')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown)
    expect(complaints).toEqual([])
  })

  it('is shown in the language that was chosen last, on every page', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/docs/reference-locations`, deskByNight)
    const { page } = opened
    await page.getByText('Python').first().click()
    await page.goto(`${world.url}/v1/docs/reference-media`)
    await page.goto(`${world.url}/v1/docs/reference-sandbox`)
    const samples = page.getByText('from verification_client import Client')
    await samples.first().waitFor()
    expect(await samples.filter({ visible: true }).count()).toBe(2)
  })
})
