import './turned.ts'
import { claimWork } from '../../shared/work/claim.ts'
import { decideReport } from '../../shared/review/review.ts'
import { toAssignmentId } from '../../shared/work/assignment/assignment.ts'
import { allStates, lgasOf } from '../../shared/location/location.ts'
import { generateId } from '../../shared/table/id.ts'
import { addressOrder } from '../support/orders.ts'
import { liveUntilRest, openWorld } from './life.ts'
import { openContainer, placeKeyed } from './ordering.ts'
import { meterTable } from './partition-units.ts'
import { ask, assignmentOf, clientOf, personOf, report, requestOf, watch } from './people.ts'
import { minuteMs, type Plan } from './plan.ts'
import type { World } from './world.ts'

/* Visits of one organisation all over the country, in live mode, from order to decision, each by people of its own. */

const plan: Plan = {
  seed: 1,
  mode: 'live',
  deathShare: 0,
  isCapped: false,
  fourEyes: false,
  acts: [],
}

const states = allStates()

const orderOf = (n: number) => {
  const state = states[n % states.length]!
  const lgas = lgasOf(state)
  const lga = lgas[Math.floor(n / states.length) % lgas.length]!
  return addressOrder({
    customerReference: `order-${n}`,
    street: `${n} Long Street`,
    city: lga.name,
    lgaName: lga.name,
    stateName: state.name,
    applicant: { firstname: `Ngozi${n}`, lastname: `Adeyemi${n}`, phone: `0803${`${n}`.padStart(7, '0')}` },
  })
}

/** Ids end in random bits: here in all there are, one after the other. */
const idOf = (n: number): number => generateId(Date.now(), ((n * 37) % 4096) / 4096)

const visit = async (world: World, n: number): Promise<void> => {
  const caller = clientOf(world)
  const ordered = await ask(world, 'client', () => {
    const nowMs = Date.now()
    const input = { verificationType: 'address', caller, key: `order-${n}`, body: orderOf(n), nowMs } as const
    return placeKeyed(openContainer(), { ...input, id: idOf(n) })
  })
  if ('refused' in ordered) throw new Error(`An order is refused: ${ordered.refused}`)
  const { id: verificationId } = JSON.parse(`${ordered.answer.content}`) as { id: number }
  const statusOf = () => assignmentOf(world, verificationId)?.status
  const [agent, reviewer] = [personOf(world, `agent-${n}`), personOf(world, `reviewer-${n}`)]
  const id = toAssignmentId({ ...world.tenant, verificationId })
  await watch(world, statusOf, 10 * minuteMs)
  await ask(world, 'agent claims', () => claimWork({ caller: agent, id, nowMs: Date.now() }))
  await ask(world, 'agent reports', () => report(agent, id, 'verified'))
  const body = requestOf('verified') as never
  await ask(world, 'reviewer decides', () => decideReport({ caller: reviewer, id, body, nowMs: Date.now() }))
  await watch(world, () => (statusOf() === 'decided' ? true : undefined), 10 * minuteMs)
  if (statusOf() !== 'decided') throw new Error('A visit was not decided')
}

/** Write units of so many visits, by partition. */
export const meterVisits = async (count: number): Promise<ReadonlyMap<string, number>> => {
  const world = openWorld(plan, {})
  const { table, units } = meterTable(world.table)
  Object.assign(world, { table })
  await liveUntilRest(world, async () => {
    await Promise.all([...Array(count).keys()].map(n => visit(world, n)))
  })
  return units()
}
