import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { enrolledDevice, sendPhoto } from '../support/capture.ts'
import { joinWorld } from '../support/environment.ts'
import { openWork, visitReport, worker } from '../support/fieldwork.ts'
import { asJpeg, housePicture } from '../support/houses.ts'
import { stated } from '../support/live-visit.ts'
import { addressOrder, shownHouse } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'
import { deskBy, lookInEachView, openBrowser } from './browser.ts'
import { becomesTrue, openDesk, openedCase, press, visitedCase } from './desk.ts'

/* The evidence of a case: all kinds of it on the first screen, and photos that are looked at by keys. */

const world = await joinWorld()
const browser = await openBrowser()
const agent = await worker(world, 'evidence-agent', ['agent'])

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

const open = async (assignment: string) => {
  const desk = await openDesk(browser, world, 'reviewer-1', { at: assignment })
  await openedCase(desk.page, assignment)
  return desk
}

/** How far down each of these ends, in pixels of a window that nobody has scrolled. */
const endsOf = (page: Page, selectors: readonly string[]): Promise<readonly number[]> =>
  page.evaluate(
    `${JSON.stringify(selectors)}.map(each => document.querySelector(each).getBoundingClientRect().bottom)`,
  )

const loaded = (page: Page) =>
  becomesTrue(page, '[...document.images].every(image => image.complete && image.naturalWidth > 0)')

describe('the first screen of a desk', () => {
  it.each([
    ['a plain address', '/v1/addresses', {}],
    ['one with photos of the order', '/v1/addresses/pro', shownHouse(jpegOf(900, 640), jpegOf(480, 640))],
  ])('has claim, findings, flags, photos, map and decision of %s', async (_name, path, extra) => {
    const order = path.endsWith('pro') ? { addressExtraData: extra } : {}
    const { assignment } = await visitedCase(world, agent, { path, order, insideMetres: 420 })
    await using desk = await open(assignment)
    const { page } = desk
    await loaded(page)
    await page.setViewportSize(deskBy('light'))
    const ends = await endsOf(page, [
      '[aria-labelledby="flags"] .strong',
      '.compared tbody tr:nth-child(3)',
      '.places svg',
      '.photos li:first-child img',
      'button[aria-keyshortcuts="m"]',
    ])
    const [approve, bar] = [
      page.getByRole('button', { name: 'Approve' }),
      page.getByRole('region', { name: 'Decision' }),
    ]
    const [{ y, height }, { y: barTop }] = [(await approve.boundingBox())!, (await bar.boundingBox())!]
    expect(y + height).toBeLessThanOrEqual(800)
    expect(Math.max(...ends)).toBeLessThanOrEqual(barTop)
    // Claim and photos stand beside each other.
    const [claims, sights] = [
      (await page.locator('.compared').boundingBox())!,
      (await page.locator('.sights').boundingBox())!,
    ]
    expect(claims.x + claims.width).toBeLessThanOrEqual(sights.x)
    expect(desk.complaints).toEqual([])
  })
})

describe('a photo', () => {
  it('is opened by its number, enlarged, turned and set beside another, by keys alone', async () => {
    const { assignment } = await visitedCase(world, agent, { insideMetres: 420 })
    await using desk = await open(assignment)
    const { page } = desk
    expect(await page.locator('.photos figcaption > span:nth-of-type(1)').allTextContents()).toEqual([
      '14 m away ±14 m',
      '38 m away ±14 m',
      '420 m away ±14 m',
    ])
    // A number that is typed opens nothing.
    await press(page, 'w')
    await page.keyboard.type('12 A')
    await press(page, 'Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await press(page, '3')
    const dialog = page.getByRole('dialog', { name: 'Inside 1, 3 of 3' })
    await dialog.waitFor()
    expect(await dialog.getByRole('status').textContent()).toContain('Taken 420 m from the stated position')
    await loaded(page)
    const sideOf = async () => (await dialog.getByRole('img').first().boundingBox())!
    const fits = await sideOf()
    await press(page, '+', '=')
    expect((await sideOf()).width).toBeCloseTo(2 * fits.width, -1)
    await press(page, '-', '-')
    expect(await sideOf()).toEqual(fits)
    await press(page, 'r')
    const turned = await sideOf()
    expect(turned.height).toBeCloseTo(turned.width, -1)
    await press(page, 'r', 'r', 'r')
    expect(await sideOf()).toEqual(fits)
    // The last one has no next, and the street stands beside each but itself.
    expect(await dialog.getByRole('button', { name: 'Beside the next' }).isDisabled()).toBe(true)
    await press(page, 's')
    expect(
      await dialog.getByRole('img').evaluateAll(all => all.map(each => each.getAttribute('alt'))),
    ).toEqual(['Inside 1', 'Outside 2'])
    await press(page, 's', 'ArrowLeft', 'ArrowLeft', 'c')
    await page.getByRole('dialog', { name: 'Outside 1, 1 of 3' }).waitFor()
    expect(
      await page.locator('dialog img').evaluateAll(all => all.map(each => each.getAttribute('alt'))),
    ).toEqual(['Outside 1', 'Outside 2'])
    await press(page, '+')
    await lookInEachView(page, 'desk-beside')
    await press(page, 'x')
    await press(page, '?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Enlarge Inside 1').waitFor()
    expect(desk.complaints).toEqual([])
  })

  it('that another case has shown stands beside that one’s, with a link that opens it to be read', async () => {
    const picture = asJpeg(housePicture(731))
    const reported = async (by: ApiClient, street: string) => {
      const order = addressOrder({ street, ...stated, allowRevisit: true })
      const { assignment } = await openWork(world, '/v1/addresses', order)
      await by.post(at(assignment, '/claim'))
      expect((await sendPhoto(by, await enrolledDevice(by), assignment, picture)).status).toBe(200)
      expect((await by.post(at(assignment, '/report'), visitReport())).status).toBe(200)
      return assignment
    }
    const first = await reported(agent, '1 Copied Street')
    const decider = await worker(world, 'evidence-decider', ['reviewer'])
    const decision = { decision: 'approve', flagsAnswer: 'Seen.' }
    expect((await decider.post(at(first, '/decision'), decision)).status).toBeLessThan(300)
    const second = await reported(agent, '2 Copied Street')
    await using desk = await open(second)
    const { page } = desk
    const figure = page.getByRole('figure').filter({ hasText: 'Outside 1' }).last()
    await page
      .locator('.flags li', { hasText: 'The very same photo stands in another verification.' })
      .waitFor()
    await figure.getByRole('button', { name: 'Beside the other' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('region', { name: `Case ${first}` })
      .getByRole('img')
      .waitFor()
    await loaded(page)
    await lookInEachView(page, 'desk-seen-before')
    await press(page, 'o')
    expect(await dialog.getByRole('img').count()).toBe(1)
    await press(page, 'x')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .locator('.flags')
        .getByRole('link', { name: `Case ${first}` })
        .click(),
    ])
    await tab.getByRole('article', { name: `Case ${first}` }).waitFor()
    await tab.getByText('Claimed and found').waitFor()
    expect(await tab.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await tab.close()
    expect(desk.complaints).toEqual([])
  })
})
