import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { reportedWork } from '../support/fieldwork.ts'
import { signIn } from '../support/sign-in.ts'
import { openBrowser } from './browser.ts'
import { furnish, signInByForm } from './portal-world.ts'

/* What pages cost that people sit at, as counts; the agents' own is in work-load.test.ts. */

const world = await joinWorld()
const browser = await openBrowser()

interface Cost {
  readonly requests: number
  readonly bytes: number
}

/** What it costs a browser that has nothing of it yet until this is seen. */
const costOf = async (
  context: BrowserContext,
  url: string,
  seen: (page: Page) => Promise<void>,
): Promise<Cost> => {
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', request => {
    // A list has what other files have reported, too.
    const isList = request.url().includes('/v1/operations/')
    sizes.push(request.sizes().then(size => (isList ? 0 : size.responseBodySize) + size.responseHeadersSize))
  })
  await page.goto(url)
  await seen(page)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return { requests: sizes.length, bytes }
}

/** @param most what it may cost */
const expectAtMost = (name: string, cost: Cost, most: Cost): void => {
  console.info(`${name}: ${JSON.stringify(cost)}`)
  for (const each of Object.keys(most) as (keyof Cost)[])
    expect(cost[each], each).toBeLessThanOrEqual(most[each])
}

describe('a first load costs little:', () => {
  it('the desk with its list', async () => {
    const agent = await signIn(world, 'agent-1')
    const { assignment } = await reportedWork(world, agent)
    const context = await browser.newContext()
    const { token } = await signIn(world, 'reviewer-1')
    await context.addCookies([{ name: 'session', value: token, url: world.url }])
    const cost = await costOf(context, `${world.url}/v1/desk#/review`, page =>
      page.getByText(assignment).first().waitFor(),
    )
    expectAtMost('the desk', cost, { requests: 7, bytes: 60_000 })
    await context.close()
  })

  it('the overview', async () => {
    const context = await browser.newContext()
    const { token } = await signIn(world, 'operator-1')
    await context.addCookies([{ name: 'session', value: token, url: world.url }])
    const cost = await costOf(context, `${world.url}/v1/desk#/overview`, page =>
      page.getByRole('heading', { name: 'Work now' }).waitFor(),
    )
    expectAtMost('the overview', cost, { requests: 6, bytes: 60_000 })
    await context.close()
  })

  it('the portal with its endpoints', async () => {
    const { receiver } = await furnish(world)
    const context = await browser.newContext()
    const cost = await costOf(context, `${world.url}/v1/portal`, async page => {
      await signInByForm(page)
      await page.getByText(receiver.url).first().waitFor()
    })
    expectAtMost('the portal', cost, { requests: 12, bytes: 60_000 })
    await context.close()
  })
})
