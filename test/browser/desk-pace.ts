import type { Browser } from 'playwright-core'
import type { ApiClient } from '../support/api-client.ts'
import type { World } from '../support/environment.ts'
import { ageDevices } from '../support/aged.ts'
import { enrolledDevice, type TestDevice } from '../support/capture.ts'
import { openWork, visitReport } from '../support/fieldwork.ts'
import { photograph, positionAt, shot, stated, stepsOf } from '../support/live-visit.ts'
import { addressOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { eventually } from '../support/eventually.ts'
import { lookAway, noticeOn, openDesk, openedCase, press } from './desk.ts'

const devices = new WeakMap<ApiClient, Promise<TestDevice>>()

/** A device that the agent, a person, has had for a day. */
const oldDevice = async (world: World, agent: ApiClient): Promise<TestDevice> => {
  const device = await enrolledDevice(agent)
  await reachTable(world.emulator)
  await ageDevices((await agent.get('/v1/session')).body.id)
  return device
}

/** A visit in Ikeja that nothing was flagged of, reported, with a photo from 14 m. */
export const unflaggedCase = async (
  world: World,
  agent: ApiClient,
  street: string,
  visit: object = {},
): Promise<string> => {
  const order = addressOrder({ street, ...stated, allowRevisit: true })
  const { assignment } = await openWork(world, '/v1/addresses', order)
  const steps = stepsOf(assignment)
  if (!devices.has(agent)) devices.set(agent, oldDevice(world, agent))
  const device = (await devices.get(agent))!
  await steps.claim(agent, 900)
  await photograph(agent, device, assignment, [shot(street, 'exteriorPhotos.photo1', { metres: 14 })])
  await steps.report(agent, { ...visitReport(visit).visit, position: positionAt(22) })
  return assignment
}

interface DeskPace {
  /** All that was pressed, the switch "open the next" and the first N among them. */
  readonly keys: number
  /** From the first key until the last decision was answered. The reviewer needs no time to look. */
  readonly seconds: number
  /** The cases that were decided, as the page sent them. */
  readonly decided: readonly unknown[]
  readonly complaints: readonly string[]
}

/** Approves cases in the order in which they wait, by keyboard, each as soon as its page lets it. */
export const decideByKeys = async (
  browser: Browser,
  world: World,
  cases: readonly string[],
): Promise<DeskPace> => {
  await using desk = await openDesk(browser, world, 'reviewer-1')
  const { page } = desk
  const decided: unknown[] = []
  page.on('request', request => {
    const [, id] = /assignments\/([^/]+)\/decision$/.exec(request.url()) ?? []
    if (id !== undefined) decided.push([id, request.postDataJSON()])
  })
  let answered = 0
  page.on('response', response => {
    if (response.url().endsWith('/decision')) answered++
  })
  let keys = 0
  const type = (key: string): Promise<void> => {
    keys++
    return press(page, key)
  }
  const startedMs = performance.now()
  await type('o')
  await type('n')
  for (const id of cases) {
    await openedCase(page, id)
    await type('a')
  }
  await noticeOn(page, 'The queue is empty.')
  await lookAway(page)
  await eventually(() => answered === cases.length, 'the answers')
  return { keys, seconds: (performance.now() - startedMs) / 1000, decided, complaints: desk.complaints }
}
