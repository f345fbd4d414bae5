import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { markup } from '../hostile/markup.ts'
import { attestation, formOf } from '../support/attestations.ts'
import { askedEmployment, send } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { openWork, reportedWork, visitReport } from '../support/fieldwork.ts'
import { businessAddressOrder } from '../support/orders.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone } from './agent-phone.ts'
import { openBrowser, patienceMs, phoneBy } from './browser.ts'
import { openDesk, visitedCase } from './desk.ts'
import { furnish, signInByForm } from './portal-world.ts'

/*
 * Two hundred pieces of markup in every field that a page shows, whatever the schemas would have let through: the
 * answers of the API are altered on their way to the browser.
 */

const world = await joinWorld()
const browser = await openBrowser()
const agent = await signIn(world, 'agent-1')

/** Words of ours, which say what a thing is and where: no stranger writes them, and without them nothing is shown. */
const ours =
  /^(id|code|type|at|from|until|way|mode|roles|scopes|event|events|event_type|eventType|product|status|subStatus|state|states|list|kind|what|result|outcome|action|method|source|slot|sha256|channel|decision|reason|pointer|next.*|.*(At|Until|Id|Ids|Url|Code|Type|Status|State|Cursor))$/

const all = markup.join('\n')

const altered = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return ours.test(name) || value === '' ? value : all
  if (Array.isArray(value)) return value.map(each => altered(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, altered(each, key)]))
}

/** Alters every answer of the API from now on, but who is signed in. */
const alterAnswers = async (context: BrowserContext): Promise<void> => {
  await context.route(/\/v1\/(?!session|portal)[\w/-]+/, async route => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('application/json')) return route.fulfill({ response })
    await route.fulfill({ response, json: altered(await response.json()) })
  })
}

/** Elements that only strangers' markup could have made, and places that nothing of ours leads to. */
const strangers =
  'script:not([src^="/v1/"]), iframe, object, base, meta[http-equiv], style, animate, math, noscript p, [onerror], [onload], [onfocus], [onmouseover], [ontoggle], a[href^="javascript:"], [href*="evil"]:not([href^="geo:"], [href^="tel:"], [href^="mailto:"]), [src*="evil"], [action*="evil"], main form[action]:not([action^="/v1/"])'

interface Watched {
  readonly page: Page
  readonly happened: readonly string[]
}

/** What would not have happened without somebody's markup: a dialog, a way elsewhere, a policy that was hurt. */
const watch = (page: Page): Watched => {
  const happened: string[] = []
  page.on('dialog', dialog => {
    happened.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    if (request.url().includes('evil')) happened.push(`asked for ${request.url()}`)
  })
  page.on('console', message => {
    if (/Content Security Policy|Trusted/i.test(message.text())) happened.push(message.text())
  })
  return { page, happened }
}

const expectText = async ({ page, happened }: Watched, title: string): Promise<void> => {
  await page.getByText('<script>alert(1)</script>').filter({ visible: true }).first().waitFor()
  expect(await page.locator(strangers).count()).toBe(0)
  expect(await page.title()).toBe(title)
  expect(happened).toEqual([])
}

/** What is under way when a test ends concerns nobody. */
const stopAltering = (context: BrowserContext): Promise<void> =>
  context.unrouteAll({ behavior: 'ignoreErrors' })

const long = { timeout: 180_000 }

describe('two hundred pieces of markup stay text', () => {
  it('on the desk: in the list, in cases of every product, in the trail', long, async () => {
    const employment = await askedEmployment(world, agent)
    await send(employment.page, formOf(attestation()))
    const cases = [
      (await visitedCase(world, agent)).assignment,
      (await reportedWork(world, agent, visitReport(), '/v1/addresses/business', businessAddressOrder()))
        .assignment,
      employment.assignment,
    ]
    await using desk = await openDesk(browser, world, 'reviewer-1')
    const watched = watch(desk.page)
    await alterAnswers(desk.page.context())
    await desk.page.reload()
    for (const assignment of cases) {
      await desk.page.evaluate(`location.hash = '#/review/${assignment}'`)
      await desk.page.getByRole('article').getByRole('heading', { level: 1 }).waitFor()
      await desk.page.keyboard.press('t')
      await expectText(watched, 'Desk · Verification service')
    }
    await stopAltering(desk.page.context())
  })

  it('in the portal: in every room', long, async () => {
    const { eventId, endpointId, orderId } = await furnish(world)
    const context = await browser.newContext()
    context.setDefaultTimeout(patienceMs)
    const watched = watch(await context.newPage())
    const { page } = watched
    await page.goto(`${world.url}/v1/portal`)
    await signInByForm(page)
    await alterAnswers(context)
    const hashes = [
      'events',
      `events/${eventId}`,
      'endpoints',
      `endpoints/${endpointId}`,
      'verifications',
      `verifications/addresses/${orderId}`,
    ]
    for (const hash of hashes) {
      await page.evaluate(`location.hash = '#/${hash}'`)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect([hash, await page.locator(strangers).count(), watched.happened]).toEqual([hash, 0, []])
    }
    await expectText(watched, 'Portal · Verification service')
    await stopAltering(context)
    await context.close()
  })

  it('on an agent’s phone: in the list and in a visit', long, async () => {
    const { assignment } = await openWork(world)
    await agent.post(`/v1/operations/assignments/${assignment}/claim`)
    await using phone = await openPhone(browser, world, phoneBy('light'))
    await alterAnswers(phone.context)
    const watched = watch(await phone.open())
    await expectText(watched, 'Visits · Verification service')
    for (const step of ['find', 'photos', 'answers', 'sign']) {
      await watched.page.evaluate(`location.hash = '#/visit/${assignment}/${step}'`)
      await watched.page.getByRole('heading', { level: 1 }).waitFor()
      await expectText(watched, 'Visits · Verification service')
    }
    await stopAltering(phone.context)
  })
})
