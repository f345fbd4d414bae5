import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { stages } from '../../infra/stages.ts'
import { enrolledDevice } from '../support/capture.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, reportedWork, visitReport } from '../support/fieldwork.ts'
import { photograph, positionAt, type Shot, stated, stepsOf } from '../support/live-visit.ts'
import { addressOrder } from '../support/orders.ts'
import { vips } from '../support/pictures.ts'
import { signIn } from '../support/sign-in.ts'
import { openPhone } from './agent-phone.ts'
import { takeVisit } from './agent-steps.ts'
import { openBrowser, openPage, phoneBy } from './browser.ts'
import { becomesTrue, openDesk, openedCase } from './desk.ts'
import { signInByForm } from './portal-world.ts'

/* `npm run pictures` makes the pictures that guides and README show of the three pages. */

const folder = join(import.meta.dirname, '../../functions/pages/docs/pictures')

/** Writes a palette PNG: text stays sharp, at a third of the bytes. */
const keep = async (page: Page, name: string): Promise<void> => {
  const shown = vips.Image.newFromBuffer(await page.screenshot())
  const bytes = shown.pngsaveBuffer({ palette: true, Q: 90, effort: 10, compression: 9, keep: 'none' })
  writeFileSync(join(folder, `${name}.png`), bytes)
  console.log(`${name}.png: ${shown.width} × ${shown.height}, ${(bytes.length / 1000).toFixed(1)} kB`)
}

const applicants = {
  ngozi: { firstname: 'Ngozi', lastname: 'Adeyemi', phone: '08031234567' },
  bola: { firstname: 'Bola', lastname: 'Ade', phone: '08035550101' },
  amina: { firstname: 'Amina', lastname: 'Musa', phone: '08035550102' },
}

/** A house from the street, its gate, and its living room. */
const scenes = {
  front: `<path fill="#bcd4e6" d="M0 0h640v480H0z"/><path fill="#8d9a6a" d="M0 360h640v120H0z"/>
    <path fill="#e8dcb8" d="M140 190h360v180H140z"/><path fill="#7d4a35" d="M110 195 320 90l210 105z"/>
    <path fill="#5b3b2a" d="M290 260h60v110h-60z"/><path fill="#6d8796" d="M180 230h70v60h-70zM390 230h70v60h-70z"/>`,
  gate: `<path fill="#c9dbe8" d="M0 0h640v480H0z"/><path fill="#a08d72" d="M0 380h640v100H0z"/>
    <path fill="#d8c9a3" d="M0 150h200v240H0zM440 150h200v240H440z"/>
    <path stroke="#256b45" stroke-width="14" d="M210 140v250M250 140v250M290 140v250M330 140v250M370 140v250M410 140v250M205 200h230M205 330h230"/>
    <path fill="#fff" d="M60 210h80v60H60z"/><text x="72" y="258" font-size="48">12</text>`,
  inside: `<path fill="#e9e2d3" d="M0 0h640v330H0z"/><path fill="#8b6b4c" d="M0 330h640v150H0z"/>
    <path fill="#7396a8" d="M70 60h170v130H70z"/><path fill="#42617a" d="M300 230h270v130H300z"/>
    <path fill="#36506a" d="M280 210h40v160h-40zM550 210h40v160h-40z"/>`,
}

const photoOf = async (browser: Browser, name: string, scene: keyof typeof scenes): Promise<Uint8Array> => {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } })
  await page.setContent(
    `<title>${name}</title><body style="margin:0"><svg viewBox="0 0 640 480">${scenes[scene]}</svg>`,
  )
  const bytes = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return bytes
}

const order = (world: World, street: string, applicant: object, changes: object = {}) =>
  openWork(world, undefined, addressOrder({ street, applicant, ...changes }))

/** Two open visits, and one that the agent has claimed. */
const showWork = async (world: World, browser: Browser): Promise<void> => {
  await order(world, '3 Awolowo Way', applicants.ngozi, { landmark: 'Beside the filling station' })
  await order(world, '41 Opebi Road', applicants.bola, { landmark: 'Behind the market' })
  await order(world, '8 Toyin Street', applicants.amina, { landmark: 'Green gate' })
  await using phone = await openPhone(browser, world, { ...phoneBy('light'), height: 760 })
  const page = await phone.open()
  await takeVisit(page, '3 Awolowo Way')
  await page.goto(`${phone.url}#/`)
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page
    .getByRole('button', { name: /^Take it/ })
    .first()
    .waitFor()
  await keep(page, 'agent')
}

/** A case with photos, one of them taken far away, and two more cases that wait. */
const showDesk = async (world: World, browser: Browser): Promise<void> => {
  const agent = await signIn(world, 'agent-1')
  const device = await enrolledDevice(agent)
  const work = await order(world, '12 Allen Avenue', applicants.ngozi, stated)
  const steps = stepsOf(work.assignment)
  const take = async (slot: Shot['slot'], scene: keyof typeof scenes, metres: number): Promise<Shot> => ({
    slot,
    metres,
    bytes: await photoOf(browser, slot, scene),
  })
  await steps.claim(agent, 900)
  await photograph(agent, device, work.assignment, [
    await take('exteriorPhotos.photo1', 'front', 14),
    await take('exteriorPhotos.photo2', 'gate', 18),
    await take('interiorPhotos.photo1', 'inside', 420),
  ])
  await steps.report(agent, {
    ...visitReport().visit,
    position: positionAt(22),
    addressType: 'Bungalow',
    neededHelp: false,
    comment: 'A neighbour called the applicant, who came to the door.',
  })
  for (const [street, applicant] of [
    ['5 Obafemi Awolowo Road', applicants.bola],
    ['19 Adeniyi Jones Avenue', applicants.amina],
  ] as const)
    await reportedWork(world, agent, undefined, undefined, addressOrder({ street, applicant }))
  await using desk = await openDesk(browser, world, 'reviewer-1', {
    view: { width: 1280, height: 1070, scheme: 'light' },
    at: work.assignment,
  })
  await openedCase(desk.page, work.assignment)
  await desk.page.getByRole('link', { name: /Yours until/ }).waitFor()
  await becomesTrue(desk.page, '[...document.images].every(image => image.complete)')
  await keep(desk.page, 'desk')
}

/** An event that the third attempt delivered. */
const showPortal = async (world: World, browser: Browser): Promise<void> => {
  const receiver = await world.receiver((count, response) => {
    if (count < 2) response.writeHead(503, { 'content-type': 'text/plain' }).end('database is down')
    else response.writeHead(200).end('thanks')
  })
  const client = await world.client()
  await client.post('/v1/webhooks', { url: receiver.url, description: 'Orders' })
  const { id } = (await client.post('/v1/addresses', addressOrder({ applicant: applicants.bola }))).body
  const event = `/v1/events/evt_${id}_completed`
  await eventually(async () => (await client.get(event)).body.attempts?.length === 3, 'three attempts')
  await using opened = await openPage(browser, `${world.url}/v1/portal`, {
    width: 900,
    height: 1000,
    scheme: 'light',
  })
  const { page } = opened
  await signInByForm(page)
  await page.evaluate(`location.hash = '#/events/evt_${id}_completed'`)
  await page.getByText('Attempts (').first().waitFor()
  await keep(page, 'portal')
}

mkdirSync(folder, { recursive: true })
const fieldwork = { ...stages.local.fieldwork, fourEyes: false, backCheckShare: 0 }
await using world = await startWorld({ settings: { fieldwork } })
const browser = await openBrowser()
await showDesk(world, browser)
await showWork(world, browser)
await showPortal(world, browser)
await browser.close()
