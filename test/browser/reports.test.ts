import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { bundleStylesheet } from '../../infra/web/app.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { addressDocument } from '../../shared/report/address-report.ts'
import { employmentDocument } from '../../shared/report/employment-report.ts'
import { identityDocument } from '../../shared/report/identity-report.ts'
import type { ApiClient } from '../support/api-client.ts'
import { enrolledDevice } from '../support/capture.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, visitReport } from '../support/fieldwork.ts'
import { photograph, shot, stepsOf } from '../support/live-visit.ts'
import { addressOrder, employmentOrder, shownHouse } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'
import { openPortal } from '../support/portal.ts'
import { address, employer, employment, lookup, operator, pageOf, photo, visit } from '../support/reports.ts'
import { signIn } from '../support/sign-in.ts'
import { deskBy, look, lookInEachView, openBrowser, openPage, phoneBy, type View } from './browser.ts'

let world: World
let browser: Browser
let reports: { readonly address: string; readonly employment: string; readonly identity: string }

/** A visit with photos of both sides, decided by people. */
const visited = async (customer: string): Promise<string> => {
  const agent = await signIn(world, 'agent-1')
  const reviewer = await signIn(world, 'reviewer-1')
  const addressExtraData = shownHouse(jpegOf(1200, 900), jpegOf(600, 800))
  const order = addressOrder({ street: '1 Printed Street', addressExtraData })
  const { id, assignment } = await openWork(world, `${customer}/pro`, order)
  const steps = stepsOf(assignment)
  await steps.claim(agent, 40)
  await photograph(agent, await enrolledDevice(agent), assignment, [
    shot('first', 'exteriorPhotos.photo1', { metres: 12, width: 1600, height: 1200 }),
    shot('second', 'exteriorPhotos.photo2', { metres: 18, width: 1200, height: 1600 }),
    shot('inside', 'interiorPhotos.photo1', { metres: 14 }),
    shot('around', 'extraPhotos.photo1', { metres: 31 }),
  ])
  const { visit } = visitReport({ addressType: 'Bungalow', comment: 'A blue gate, the bell works.' })
  await steps.report(agent, visit)
  await steps.claim(reviewer)
  await steps.decide(reviewer, { decision: 'approve', adminComment: 'The photos show the number.' })
  return `/v1/addresses/${id}/report`
}

const tested = async (client: ApiClient) => {
  const { id } = (await client.post('/v1/employments', employmentOrder())).body
  await client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus: 'FAILED - DETAILS MISMATCH' })
  const { person, numbers } = findIdentityProduct('nin').sandbox
  const claim = { firstname: person.firstname, lastname: person.lastname, dob: '1990-01-01' }
  const lookUp = await client.post(`/v1/ng/identities/nin/${numbers.exact}`, claim)
  return { employment: `/v1/employments/${id}/report`, identity: `/v1/identities/${lookUp.body.id}/report` }
}

// Nobody comes by themselves: how a test ends is chosen.
beforeAll(async () => {
  world = await startWorld({
    settings: { verification: { ...stages.local.verification, simulatedAgentDelaySeconds: 3600 } },
  })
  browser = await openBrowser()
  const client = await world.client()
  reports = { address: await visited('/v1/addresses'), ...(await tested(client)) }
  // A receipt names the event, which follows within seconds.
  const live = await world.client('local-live')
  await eventually(async () => (await live.get(reports.address)).status === 200, 'a report')
  await eventually(async () => (await client.get(reports.employment)).status === 200, 'a report')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** A report as somebody sees it who is signed in to the portal. */
const openReport = async (path: string, clientId: string, view: View) => {
  const { cookie } = await openPortal(world, clientId)
  const [name = '', value = ''] = cookie.split(/=(.*)/)
  const opened = await openPage(browser, `${world.url}/v1/health`, view)
  await opened.page.context().addCookies([{ name, value, url: world.url }])
  await opened.page.goto(`${world.url}${path}`)
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  return opened
}

const millimetre = 96 / 25.4
/** What is left of A4 between the margins of the page. */
const printed = {
  width: Math.floor((210 - 2 * 18) * millimetre),
  height: Math.floor((297 - 34) * millimetre),
}

/** What stands beyond the paper's edge, or is higher than a page. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('body :not(svg *)')]
      .map(each => [each, each.getBoundingClientRect()])
      .filter(([each, { right }]) => right > ${printed.width} + 1)
      .concat([...document.querySelectorAll('figure, tr, .verdict, .jws, footer')]
        .map(each => [each, each.getBoundingClientRect()])
        .filter(([, { height }]) => height > ${printed.height}))
      .map(([each]) => each.outerHTML.slice(0, 80))`,
  )

const paperOf = (page: Page): Promise<string> =>
  page.evaluate('getComputedStyle(document.body).backgroundColor')

/** Prints it, and keeps the print to be looked at. Answers how many pages it has. */
const print = async (page: Page, name: string): Promise<number> => {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  const folder = join(import.meta.dirname, '../../.build/screens')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `report-${name}.pdf`), pdf)
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

it.each([
  // Its captions take another line in the hour in which Lagos has another day than UTC.
  ['address', 'local-live', phoneBy('light'), 4, 5],
  ['employment', 'local-test', deskBy('dark'), 3, 3],
  ['identity', 'local-test', phoneBy('dark'), 2, 2],
] as const)(
  'shows the report of an %s to everybody, and prints it on A4',
  async (name, clientId, view, pages, pagesAtMidnight) => {
    await using opened = await openReport(reports[name], clientId, view)
    const { page, complaints } = opened
    await look(page, `report-${name}`, view)
    const broken = '[...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length'
    expect([await page.evaluate(broken), await page.locator('img').count()]).toEqual([
      0,
      // Its logo, too.
      name === 'address' ? 7 : 1,
    ])
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(printed)
    expect([await cutOff(page), await paperOf(page)]).toEqual([[], 'rgb(255, 255, 255)'])
    const hasTwoDays = /WAT \(\d+ \w+ \d{4}, /.test(await page.locator('body').innerText())
    expect(await print(page, name)).toBe(hasTwoDays ? pagesAtMidnight : pages)
    expect(complaints).toEqual([])
  },
)

const longName = 'Oluwafunmilayo-Adebisi '.repeat(4).trim()
const unbroken = 'Adebisiolufunmilayochukwuemeka'.repeat(3)

const business = {
  businessName: `${longName} Trading and Catering Services`,
  businessType: 'Formal',
  canContactPoc: true,
  rcNumber: 'RC 1234567',
} as const

const slotsOfTwelve = ['exterior', 'interior', 'extra'].flatMap(kind =>
  [1, 2, 3, 4].map(number => `${kind}Photos.photo${number}`),
)

const photosOf = (slots: readonly string[]) =>
  slots.map((slot, index) =>
    photo({
      slot,
      copy: { kind: 'whole', bytes: Buffer.from(jpegOf(800, 600)) },
      at: { latitude: 6.6018 + 0.0002 * Math.sin(index), longitude: 3.3515 + 0.0003 * Math.cos(index) },
      accuracyMetres: 8 + 3 * index,
    }),
  )

const named = { ...address().applicant, firstname: longName, middlename: unbroken, lastname: longName }
const bare = { latitude: 6.6018, longitude: 3.3515, precision: 'state_centre' } as const

/** What is decided seldom, and looks otherwise. */
const rare = {
  'long-names': () =>
    addressDocument(
      visit({
        verification: address({ applicant: named, street: unbroken }),
        photos: photosOf(slotsOfTwelve.slice(0, 3)),
      }),
    ),
  'twelve-photos': () => addressDocument(visit({ photos: photosOf(slotsOfTwelve) })),
  'no-photos': () =>
    addressDocument(
      visit({ photos: [], stated: bare, verification: address({ outcome: 'invalidAddress' }) }),
    ),
  business: () => {
    const verification = address({ product: 'business-address', business, outcome: 'notInResidence' })
    return addressDocument(visit({ verification, photos: photosOf(slotsOfTwelve.slice(0, 5)) }))
  },
  'long-employment': () =>
    employmentDocument(employer({ verification: employment({ applicant: named, employerName: longName }) })),
  'kenyan-lookup': () => identityDocument(lookup({ product: 'alien-card' })),
} as const

it.each(Object.keys(rare) as (keyof typeof rare)[])('shows and prints a report with %s', async name => {
  const issuer = { ...operator, logo: stages.local.operator.logo, legalName: `${longName} Limited` }
  const style = bundleStylesheet('report.css')
  const content = pageOf(rare[name](), { style, operator: issuer, customer: `${longName} Bank` })
  await using opened = await openPage(browser, `${world.url}/v1/health`, phoneBy('light'))
  const { page } = opened
  await page.setContent(content)
  await lookInEachView(page, `report-${name}`)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(printed)
  expect(await cutOff(page)).toEqual([])
  await print(page, name)
})

it('is opened from the verification in the portal', async () => {
  await using opened = await openReport(reports.address, 'local-live', deskBy('light'))
  const { page } = opened
  const id = reports.address.split('/')[3]
  await page.goto(`${world.url}/v1/portal#/verifications/addresses/${id}`)
  const [report] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Report to print or file' }).click(),
  ])
  await report.getByText('The applicant lives at the address.').waitFor()
})
