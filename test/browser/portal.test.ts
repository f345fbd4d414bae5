import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { version } from '../../infra/version.ts'
import { buildApp } from '../../infra/web/app.ts'
import { chargingRules } from '../../shared/ledger/rule-contract.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork, worker } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { portalLink } from '../support/portal.ts'
import { barriersOn, deskBy, keepScreen, lookInEachView, openBrowser, openPage, phoneBy } from './browser.ts'
import { furnish, hostile, signInByForm } from './portal-world.ts'
import type { StateOf } from './states.ts'

const world = await joinWorld()
const browser = await openBrowser()
const made = await furnish(world)

const desk = deskBy('light')
const portal = () => `${world.url}/v1/portal`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Nothing that a stranger wrote has done anything. */
const expectTextAlone = async (page: Page) => {
  expect(await page.title()).toBe('Portal · Verification service')
  expect(await page.locator('img, main script').count()).toBe(0)
}

describe('the portal', () => {
  it('is for everybody, in every room', { timeout: 300_000 }, async () => {
    await using opened = await openPage(browser, portal(), phoneBy('light'))
    const { page, complaints } = opened
    const see = async (name: StateOf<'portal'>) => {
      await lookInEachView(page, `portal-${name}`)
      await expectTextAlone(page)
    }
    await heading(page, 'Portal')
    await see('sign-in')
    await page.getByLabel('Client id').fill('local-test')
    await page.getByLabel('Secret').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await see('refused')
    await signInByForm(page)
    await page.getByText('Why it failed').or(page.getByText('Last failure')).first().waitFor()
    await see('endpoints')
    const { eventId, endpointId, orderId, lookupId } = made
    const rooms = [
      ['endpoint', `endpoints/${endpointId}`, 'Endpoint', 'attempt 1,'],
      ['endpoint-edit', `endpoints/${endpointId}/edit`, 'Change the endpoint', 'Further signatures'],
      ['endpoint-new', 'endpoints/new', 'Add an endpoint', 'Further signatures'],
      ['events', 'events', 'Events', eventId],
      ['event', `events/${eventId}`, 'Event', 'Attempts ('],
      ['verifications', 'verifications', 'Verifications', `${orderId}`],
      ['verification', `verifications/addresses/${orderId}`, 'Verification', 'became'],
      ['lookups', 'verifications/identities', 'Verifications', 'nin, number ending in 6213'],
      ['lookup', `verifications/identities/${lookupId}`, 'Look-up', 'ends in 6213'],
      ['requests', 'requests', 'Requests', '/city'],
      ['charges', 'charges', 'Charges', 'Sums of the ledger'],
      ['sandbox', 'sandbox', 'Sandbox', 'Send a test event'],
    ] as const
    const guides: Record<string, readonly string[]> = {}
    for (const [name, hash, title, shown] of rooms) {
      await page.evaluate(`location.hash = '#/${hash}'`)
      await heading(page, title)
      await page.getByText(shown).first().waitFor()
      await see(name)
      await expect
        .poll(() => page.evaluate('document.activeElement.textContent'), { message: name })
        .toBe(title)
      guides[name] = await page
        .locator('main a[href^="/v1/docs/"]')
        .evaluateAll(links => [...new Set(links.map(link => link.getAttribute('href')!.slice(9)))])
    }
    // Each code that a request was refused with leads to its own words.
    const { requests } = guides
    expect(requests).toContain('error-codes#invalid_request')
    const withoutCodes = requests!.filter(guide => !guide.startsWith('error-codes'))
    expect({ ...guides, requests: withoutCodes }).toEqual({
      endpoint: ['webhooks#when-an-endpoint-is-disabled', 'signatures#change-a-secret'],
      'endpoint-edit': ['webhooks#register-an-endpoint'],
      'endpoint-new': ['webhooks#register-an-endpoint'],
      events: ['webhooks#events'],
      event: ['webhooks#when-something-is-missing'],
      verifications: ['verdicts'],
      verification: ['disputes'],
      lookups: ['verdicts'],
      lookup: ['verdicts#identities'],
      requests: ['errors'],
      charges: ['charges'],
      sandbox: ['sandbox'],
    })
    for (const guide of new Set(['webhooks', 'charges#a-spend-cap', ...Object.values(guides).flat()])) {
      const [, heading] = guide.split('#')
      const answer = await fetch(`${world.url}/v1/docs/${guide}`)
      expect(answer.status, guide).toBe(200)
      if (heading !== undefined) expect(await answer.text(), guide).toContain(`id="${heading}"`)
    }
    // Who is there is asked before anybody signed in, and the wrong secret.
    expect(complaints.filter(complaint => !complaint.includes('401'))).toEqual([])
  })

  it('says in live mode that it is live, and has no sandbox', async () => {
    await world.client('local-live')
    await using opened = await openPage(browser, portal(), phoneBy('light'))
    const { page } = opened
    await signInByForm(page, 'local-live')
    await page.getByText('Live mode').waitFor()
    await page.getByText('No endpoint yet').waitFor()
    await lookInEachView(page, 'portal-live')
    expect(await page.getByRole('link', { name: 'Sandbox' }).count()).toBe(0)
  })

  it('has taken the link out of the address before anything else can happen', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(
      "addEventListener('DOMContentLoaded', () => { globalThis.seen = location.hash })",
    )
    await page.goto((await portalLink(made.client)).url)
    expect(await page.evaluate('seen')).toBe('#/')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await context.close()
  })

  it('is opened by a link, once, which leaves no trace in the address or the history', async () => {
    const { url } = await portalLink(made.client)
    await using opened = await openPage(browser, url, desk)
    const { page } = opened
    await page.getByText('Test mode').waitFor()
    expect(page.url()).toBe(`${portal()}#/`)
    await page.reload()
    await page.getByText('First organisation').waitFor()
    await using second = await openPage(browser, url, desk)
    expect(await second.page.getByRole('alert').textContent()).toContain('used already')
    await keepScreen(second.page, 'portal-spent-link', desk)
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
    expect(kept).toBe('[{},{},""]')
  })

  it('shows why a webhook failed in two clicks, and sends it again', async () => {
    const { url } = await portalLink(made.client)
    await using opened = await openPage(browser, url, desk)
    const { page } = opened
    // Before any click: that it fails, and what the receiver answered, to the letter.
    await page.getByText('The endpoint answered 500').first().waitFor()
    await page.getByRole('link', { name: 'See all attempts and send it again' }).first().click()
    await heading(page, 'Event')
    const answer = page.getByRole('figure', { name: 'What your receiver answered' }).first()
    expect(await answer.locator('pre').textContent()).toBe(`${hostile} database is down`)
    await expectTextAlone(page)
    made.receiver.mend()
    const before = made.receiver.received.length
    await page.getByRole('button', { name: 'Send it again' }).click()
    await page.getByText('On its way to 1 endpoint.').waitFor()
    await page.getByText('delivered', { exact: true }).waitFor()
    // The newest attempt stands first.
    const times = await page
      .locator('.attempt > p:first-child time')
      .evaluateAll(all => all.map(each => each.getAttribute('datetime')!))
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted().reverse())
    expect(await page.locator('.attempt .tag').first().textContent()).toBe('delivered')
    // The retry that was planned was overtaken.
    expect(await page.getByText('Next attempt').count()).toBe(0)
    expect(made.receiver.received.length).toBeGreaterThan(before)
    expect(made.receiver.received.at(-1)!.id).toBe(made.eventId)
    await keepScreen(page, 'portal-resent', desk)
    // The receiver heard the very bytes that the page shows.
    const shown = await page
      .getByRole('figure', { name: /^What is sent/ })
      .locator('pre')
      .textContent()
    expect(JSON.parse(shown!)).toEqual(JSON.parse(made.receiver.received.at(-1)!.body))
  })

  it('pings, says how to replace a secret, and disables and enables, by keyboard', async () => {
    const { url } = await portalLink(made.client)
    await using opened = await openPage(browser, url, desk)
    const { page } = opened
    const press = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true })
      // What is disabled takes no focus.
      await expect.poll(() => button.isEnabled()).toBe(true)
      await button.press('Enter')
    }
    // Where a link leads is forgotten on the way to the session that it opens.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(`location.hash = '#/endpoints/${made.endpointId}'`)
    await heading(page, 'Endpoint')
    await press('Ping')
    await page.getByText(/^(Delivered|Failed): /).waitFor()
    await page.getByText(`POST /v1/webhooks/${made.endpointId}/secret`).waitFor()
    await press('Disable')
    await page.getByText('disabled', { exact: true }).waitFor()
    await press('Enable')
    await page.getByRole('button', { name: 'Disable', exact: true }).waitFor()
    await press('Send again what was missed')
    await page.getByText('is on its way.').last().waitFor()
  })

  it('adds an endpoint, shows its secret once, and changes it', async () => {
    const receiver = await world.receiver()
    await using opened = await openPage(browser, (await portalLink(made.client)).url, desk)
    const { page } = opened
    await page.getByRole('link', { name: 'Add an endpoint' }).click()
    await page.getByLabel('Address (https)').fill('ftp://elsewhere.example')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Address (https)').fill(`${receiver.url}/new`)
    await page.getByLabel('Send it').selectOption('masked')
    await page.getByRole('button', { name: 'Add it' }).click()
    await heading(page, 'Endpoint added')
    const shown = await page.getByRole('region', { name: 'New signing secret' }).locator('code').innerText()
    await page.getByRole('link', { name: 'Go on to the endpoint' }).click()
    await page.getByRole('link', { name: 'Change settings' }).click()
    await page.getByLabel('Description').fill('Orders')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Endpoint')
    await page.getByText('Orders').waitFor()
    const { body } = await made.client.get('/v1/webhooks')
    const added = body.data.find(({ description }: { description: string }) => description === 'Orders')
    expect(added).toMatchObject({ url: `${receiver.url}/new`, payload: 'masked', enabled: true })
    expect((await made.client.get(`/v1/webhooks/${added.id}/secret`)).body.secret).toBe(shown)
  })

  it('chooses how an order ends in the sandbox, moves its time, and has an event sent', async () => {
    // Nobody visits this one, so that it waits.
    const phone = '08000001010'
    const order = async (name: string) =>
      (
        await made.client.post(
          '/v1/addresses',
          addressOrder({ customerReference: name, applicant: { firstname: name, lastname: 'Musa', phone } }),
        )
      ).body.id
    const [chosen, expiring] = [await order('Amina'), await order('Bola')]
    await using opened = await openPage(browser, (await portalLink(made.client)).url, desk)
    const { page } = opened
    const visit = async (id: number) => {
      await page.evaluate(`location.hash = '#/verifications/addresses/${id}'`)
      await page.getByRole('heading', { name: 'Sandbox' }).waitFor()
    }
    await visit(chosen)
    await keepScreen(page, 'portal-outcome', desk)
    expect(await barriersOn(page)).toEqual([])
    await page.getByLabel('How it ends').selectOption('CANNOT ACCESS ADDRESS')
    await page.getByRole('button', { name: 'End it so' }).click()
    await page.getByText('It ended: cannot access address').first().waitFor()
    expect((await made.client.get(`/v1/addresses/${chosen}`)).body.status.subStatus).toBe(
      'CANNOT ACCESS ADDRESS',
    )
    await visit(expiring)
    await page.getByRole('button', { name: 'Let 14 days pass' }).click()
    await eventually(
      async () =>
        (await made.client.get(`/v1/addresses/${expiring}`)).body.status.subStatus === 'FAILED - EXPIRED',
    )
    await page.getByText('It ended: expired').first().waitFor()
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Sandbox' }).click()
    await page.getByLabel('About').selectOption('employment')
    await page.getByLabel('How it ends').selectOption('FAILED - NOT AN EMPLOYEE')
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('It ended: not an employee').waitFor()
    await page.getByRole('link', { name: 'See what happened' }).click()
    await page.getByText('Its end became').waitFor()
  })

  it('disputes a decision, and shows it in the list, on its page and in what happened', async () => {
    const customerReference = 'disputed-1'
    const applicant = { firstname: 'Dayo', lastname: 'Musa', phone: '08000001010' }
    const order = addressOrder({ customerReference, applicant, street: '3 Disputed Close' })
    const { id } = (await made.client.post('/v1/addresses', order)).body
    const complete = (subStatus: string) =>
      made.client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus })
    expect((await complete('VERIFIED')).status).toBe(202)
    await using opened = await openPage(browser, (await portalLink(made.client)).url, desk)
    const { page, complaints } = opened
    page.setDefaultTimeout(60_000)
    await page.getByText('Test mode').waitFor()
    const visit = async () => {
      await page.evaluate(`location.hash = '#/verifications'`)
      await heading(page, 'Verifications')
      await page.getByRole('link', { name: customerReference }).waitFor()
    }
    const line = page.getByRole('link', { name: customerReference })
    await visit()
    expect(await line.textContent()).not.toContain('dispute: ')
    await line.click()
    const fold = page.getByText('Dispute this decision')
    const steps = page.locator('.timeline li')
    const send = page.getByRole('button', { name: 'Dispute it' })
    await fold.click()
    // Nothing is chosen for whoever does not choose.
    await page.getByLabel('Why').fill('A first word.')
    await send.click()
    const ground = page.getByLabel('What is wrong')
    expect(await ground.evaluate(select => select.matches(':invalid:focus'))).toBe(true)
    await ground.selectOption({ label: 'another place' })
    await page.getByLabel('Why').fill('The agent was at number <b>21</b>.')
    await lookInEachView(page, 'portal-dispute-form')
    const notice = page.getByText('You disputed the decision,')
    await eventually(async () => {
      await send.click()
      // Its end is told before it can be disputed.
      await notice.or(page.getByRole('alert')).first().waitFor()
      return (await notice.count()) === 1
    }, 'the dispute to be raised')
    await steps.getByText('You disputed the decision: another place.').waitFor()
    await page.getByText('Until then the decision stands.').waitFor()
    await steps.getByText('It ended: verified').waitFor()
    expect(await fold.count()).toBe(0)
    await lookInEachView(page, 'portal-disputed')
    expect(await barriersOn(page)).toEqual([])
    await expectTextAlone(page)
    await visit()
    expect(await line.locator('.tag').allTextContents()).toEqual(['verified', 'disputed'])
    await lookInEachView(page, 'portal-disputed-list')
    await line.click()
    await page.getByLabel('How it ends').selectOption('CANNOT ACCESS ADDRESS')
    await page.getByRole('button', { name: 'End it so' }).click()
    await page.getByText('decided otherwise,').waitFor()
    await steps.getByText('The decision is now: cannot access address').waitFor()
    await steps.getByText('It ended: verified').waitFor()
    await steps.getByText('The new decision became').waitFor()
    await lookInEachView(page, 'portal-revised')
    await visit()
    expect(await line.locator('.tag').allTextContents()).toEqual([
      'cannot access address',
      'dispute: revised',
    ])
    await line.click()
    await fold.waitFor()
    expect(complaints.filter(each => !/401|409|404/.test(each))).toEqual([])
  })

  it('says what has to be asked about a visit without evidence, and what it cost', async () => {
    const [agent, reviewer] = [
      await worker(world, 'portal-agent', ['agent']),
      await worker(world, 'portal-reviewer', ['reviewer']),
    ]
    const { id, assignment } = await reportedWork(world, agent)
    await reviewer.post(`/v1/operations/assignments/${assignment}/decision`, approval)
    await using opened = await openPage(browser, portal(), desk)
    const { page, complaints } = opened
    await signInByForm(page, 'local-live')
    await page.evaluate(`location.hash = '#/verifications/addresses/${id}'`)
    await page.getByRole('heading', { name: 'What to ask about' }).waitFor()
    expect(await page.locator('.flags li').allTextContents()).toEqual([
      'strong flag No photo shows the place.Report',
      'strong flag No position of the report or a photo says where the agent was.Report',
    ])
    const { price } = (await (await world.client('local-live')).get(`/v1/addresses/${id}`)).body.address
    const shown = `NGN ${price.toLocaleString('en-GB')}`
    expect([price > 0, await page.getByText(shown, { exact: true }).count()]).toEqual([true, 1])
    await lookInEachView(page, 'portal-flags')
    expect(complaints.filter(each => !/401|404/.test(each))).toEqual([])
  })

  it('finds by reference and by id, by keyboard, and comes back to what it found', async () => {
    const { url } = await portalLink(made.client)
    await using opened = await openPage(browser, url, desk)
    const { page } = opened
    await page.getByText('Test mode').waitFor()
    await page.getByRole('link', { name: 'Verifications' }).press('Enter')
    const field = page.getByLabel('Your reference, or an id')
    const seek = async (text: string) => {
      await field.fill(text)
      await field.press('Enter')
    }
    await seek(hostile)
    await page.getByRole('heading', { name: 'Addresses with this reference' }).waitFor()
    const found = page.getByRole('link', { name: `${made.orderId}` })
    await found.waitFor()
    await lookInEachView(page, 'portal-found')
    await expectTextAlone(page)
    expect(page.url()).toBe(`${portal()}#/verifications`)
    await found.press('Enter')
    await heading(page, 'Verification')
    // Where an attempt went: the endpoint's name, as its owner wrote it.
    await page.locator('.timeline').getByRole('link', { name: hostile }).first().waitFor()
    await page.goBack()
    await found.waitFor()
    expect(await field.inputValue()).toBe(hostile)
    await seek('of nobody')
    await page.getByText('There is none.').nth(1).waitFor()
    for (const [id, list] of [
      [made.orderId, 'Addresses'],
      [made.lookupId, 'Look-ups'],
    ] as const) {
      await seek(`${id}`)
      await page.getByRole('link', { name: `${list} ${id}` }).waitFor()
    }
    await seek('7')
    await page.getByText('There is none.').nth(2).waitFor()
    await page.getByRole('button', { name: 'Show all' }).press('Enter')
    await page.getByRole('navigation', { name: 'Kinds of verification' }).waitFor()
  })

  it('saves every charge of a month, and nothing that a spreadsheet would calculate', async () => {
    const order = addressOrder({ customerReference: '=1+1, "x"', street: '9 Formula Close' })
    const { id } = (await made.client.post('/v1/addresses', order)).body
    const line = await eventually(async () => {
      const { data } = (await made.client.get('/v1/charges/lines?limit=1000')).body
      return data.find(({ verificationId }: { verificationId: number }) => verificationId === id)
    }, 'the charge')
    await using opened = await openPage(browser, (await portalLink(made.client)).url, desk)
    const { page, complaints } = opened
    await page.getByRole('link', { name: 'Charges' }).click()
    await page.getByText('Sums of the ledger').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).press('Enter')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`charges-${line.chargedAt.slice(0, 7)}.csv`)
    const text = readFileSync(await saved.path(), 'utf8')
    expect(text).toMatch(
      /^\ufeff"chargedAt","verificationId","customerReference","product","result","rule","why","amount",/,
    )
    const { chargedAt, product, result, rule, amount } = line
    const reference = '\'=1+1, ""x""'
    const why = chargingRules.decided
    const cells = [chargedAt, id, reference, product, result, rule, why, amount, 'NGN', 'local-test']
    const written = cells.map(cell => (typeof cell === 'number' ? cell : `"${cell}"`))
    expect(text.split('\r\n')).toContain(written.join(','))
    expect(complaints.filter(complaint => !complaint.includes('401'))).toEqual([])
  })

  it('asks to sign in anew when the session is over, and after signing out', async () => {
    const command = { command: 'createClient', organisationId: 1, mode: 'test', scopes: ['webhooks'] }
    const { clientId, secret } = (await world.administer(command)) as { clientId: string; secret: string }
    await using opened = await openPage(browser, portal(), desk)
    const { page } = opened
    const enter = async () => {
      await page.getByLabel('Client id').fill(clientId)
      await page.getByLabel('Secret').fill(secret)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await enter()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Client id').waitFor()
    await enter()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await world.administer({ command: 'revokeTokens', clientId })
    await page.reload()
    await page.getByLabel('Client id').waitFor()
  })

  it('weighs at most 120 KB before it works, compressed', () => {
    const { assets } = buildApp('portal', version)
    const bytes = [...assets.values()].reduce((sum, content) => sum + content.length, 0)
    console.info(`portal: ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(120 * 1024)
  })
})
