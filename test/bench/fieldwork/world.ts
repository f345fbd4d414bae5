import { operatorOrganisationId, type Caller } from '../../../shared/account/caller.ts'
import type { Role } from '../../../shared/account/contract.ts'
import { toAssignmentId } from '../../../shared/assignment/assignment.ts'
import { claimVisit } from '../../../shared/assignment/claim-store.ts'
import { findAssignment, openAssignment } from '../../../shared/assignment/store.ts'
import { enrol } from '../../../shared/evidence/device-store.ts'
import { lgaCentre } from '../../../shared/location/lga-centre.ts'
import { type Lga, stateById } from '../../../shared/location/location.ts'
import type { VisitEntry } from '../../../shared/stats/entry.ts'
import { saveVisits } from '../../../shared/stats/visit-store.ts'
import { createFirstDataKey } from '../../../shared/table/data-key-rotation.ts'
import { database } from '../../../shared/table/driver.ts'
import { generateId } from '../../../shared/table/id.ts'
import { verificationKey } from '../../../shared/table/keys.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { saveMember, saveTeam } from '../../../shared/team/store.ts'
import { startStage } from '../../shared/table/stage.ts'
import { seededRandom } from '../../shared/webhook/delivery/clock.ts'
import { newDevice, type TestDevice } from '../../support/capture.ts'
import { fieldworkLimits } from '../../support/fieldwork-limits.ts'
import { addressOrder, applicant } from '../../support/orders.ts'
import { addressVerification, liveTenant } from '../../support/verifications.ts'
import { type Country, type DayAgent, planCountry } from './country.ts'
import { openDayClock, turnClock } from './day-clock.ts'
import { clockAt, dueMs, hourMs, minuteMs, ordersFromMs, stepAt, timeOf } from './day-plan.ts'
import { openTableLoad } from './table-load.ts'

const tenant = liveTenant(1)

export interface DayVisit extends VerificationKey {
  readonly lga: Lga
  readonly at: { readonly latitude: number; readonly longitude: number }
}

export interface FieldAgent extends DayAgent {
  readonly device: TestDevice
  readonly caller: Caller
}

/** As a person of the operator. */
export const callerOf = (clientId: string, role: Role): Caller => ({
  clientId,
  organisationId: operatorOrganisationId,
  mode: 'live',
  scopes: [`operations.${role}`],
  isPerson: true,
})

const settings = {
  STAGE: 'fieldwork-day',
  FIELDWORK_LIMITS: fieldworkLimits({ disputeDueSeconds: 3 * 24 * 3600 }),
  MEDIA_BUCKET: 'media',
  ID_NUMBER_SECRET: 'id-number-secret',
}

export interface DayOptions {
  readonly agents: number
  readonly visits: number
  readonly seed: number
}

/** Every tenth agent also calls employers, as all do whom nobody says otherwise of. */
const isCaller = (index: number): boolean => index % 10 === 9
const visitProducts = ['address', 'address-pro', 'business-address'] as const
/** Of all orders, those that come while agents are out. */
const lateOrders = 0.1
/** Of what was there yesterday. */
const heldSinceYesterday = 0.06

const beside = (lga: Lga, random: () => number) => {
  const { latitude, longitude } = lgaCentre(lga.id)
  const by = (degrees: number): number => Number((degrees + (random() - 0.5) / 50).toFixed(6))
  return { latitude: by(latitude), longitude: by(longitude) }
}

/** A country in the morning: teams, agents with their phones, and what was ordered in two days. */
export const openWorld = async ({ agents: wanted, visits: count, seed }: DayOptions) => {
  await startStage()
  Object.assign(process.env, settings)
  const random = seededRandom(seed)
  turnClock()
  const load = openTableLoad(stepAt)
  await createFirstDataKey(ordersFromMs - hourMs)
  const country: Country = planCountry(wanted, random)
  const reported: VisitEntry[] = []
  /** As the relay does, which has the changes of some seconds at once. */
  const saveReported = async (): Promise<void> => {
    if (reported.length > 0) await saveVisits(reported.splice(0))
  }
  const clock = openDayClock({ startMs: ordersFromMs - hourMs, dayMs: clockAt(6) }, async endMs => {
    await saveReported()
    load.closeSeconds(endMs)
  })
  const agents: FieldAgent[] = country.agents.map(agent => ({
    ...agent,
    device: newDevice(),
    caller: callerOf(agent.id, 'agent'),
  }))
  const visits: DayVisit[] = []
  const visitById = new Map<string, DayVisit>()

  for (const { stateId: _, ...team } of country.teams) await saveTeam(team)
  for (const [index, { id, teamId, capacity, device }] of agents.entries())
    clock.plan(ordersFromMs - hourMs + index, async () => {
      const products = isCaller(index) ? undefined : visitProducts
      await saveMember({ agentId: id, teamId, dailyCapacity: capacity, products })
      await enrol(id, device.publicKey, timeOf(ordersFromMs - hourMs))
    })

  const order = (number: number, atMs: number): void => {
    const lga = country.drawLga()
    const at = beside(lga, random)
    const id = generateId(Math.floor(atMs), random())
    const key = { ...tenant, verificationId: id }
    const visit = { ...key, lga, at }
    visits.push(visit)
    visitById.set(toAssignmentId(key), visit)
    clock.plan(atMs, async () => {
      const now = timeOf(atMs)
      const phone = `0803${`${number}`.padStart(7, '0')}`
      const stated = number % 2 === 0 ? at : {}
      const words = {
        street: `${number} Long Allen Avenue Extension`,
        city: lga.name,
        lgaName: lga.name,
        stateName: stateById(lga.stateId)!.name,
        applicant: { ...applicant, phone },
        ...stated,
      }
      const verification = addressVerification(addressOrder(words), { id, ...tenant, now })
      await database.write({ put: { ...verification, ...verificationKey(tenant, id) } })
      const opening = { taskToken: `token-${id}`, at: now, dueAt: timeOf(atMs + dueMs), isListed: true }
      await openAssignment(key, verification, opening)
    })
  }

  const byState = Map.groupBy(agents, ({ stateId }) => stateId)
  /** What somebody took yesterday and has forgotten: it is open again when the lease ends. */
  const claimYesterday = (visit: DayVisit): void => {
    const team = byState.get(visit.lga.stateId)!
    const { id: by, capacity } = team[Math.floor(random() * team.length)]!
    const untilMs = clockAt(6 + 3.5 * random())
    const atMs = untilMs - 24 * hourMs
    clock.plan(atMs, async () => {
      const lease = { by, at: timeOf(atMs), until: timeOf(untilMs) }
      await claimVisit((await findAssignment(visit))!, lease, capacity)
    })
  }

  const early = Math.round(count * (1 - lateOrders))
  for (let number = 0; number < count; number++) {
    const isEarly = number < early
    const [from, to] = isEarly ? [ordersFromMs, clockAt(7)] : [clockAt(8), clockAt(16)]
    const within = isEarly ? number / early : (number - early) / (count - early)
    const atMs = from + within * (to - from)
    order(number, atMs)
    if (isEarly && atMs < clockAt(-18.5) && random() < heldSinceYesterday) claimYesterday(visits.at(-1)!)
  }
  return { clock, load, random, country, agents, visits, visitById, byState, reported }
}
export type FieldWorld = Awaited<ReturnType<typeof openWorld>>

/** Some seconds later, as people take them. */
export const soon = (atMs: number, random: () => number, most = 20): number =>
  atMs + 1000 + random() * most * 1000

export const within = (fromMs: number, ms: number, random: () => number): number => fromMs + random() * ms

export const someMinutes = (random: () => number, least: number, most: number): number =>
  (least + random() * (most - least)) * minuteMs
