/* The one file of the simulation that knows the product: every rule that it lives by, under the simulation's own names. */
import { buildEnvelope, toEventBytes } from '../../shared/event/envelope.ts'
import { buildEventId, matchesFilters } from '../../shared/event/event.ts'
import { type EventFilter, type EventType, eventFilters } from '../../shared/event/name-contract.ts'
import {
  effectsOf,
  effectsOfStaleVerification,
  type Effect as ProductEffect,
} from '../../shared/outbox/effect.ts'
import { simulationOf } from '../../shared/sandbox/agent/report.ts'
import type { Mode, VerificationKey } from '../../shared/table/tenant.ts'
import {
  decidableOutcomes,
  decidedOutcomes,
  isFinal,
  type Outcome,
} from '../../shared/verification/contract/outcome.ts'
import { duplicateWindowSeconds, fingerprintOrder } from '../../shared/verification/duplicate.ts'
import { definitionOf } from '../../shared/verification/product/definitions.ts'
import type { Report } from '../../shared/verification/report.ts'
import { type Transition, transitions } from '../../shared/verification/transition.ts'
import { type Verification, verificationKeyOf } from '../../shared/verification/verification.ts'
import { attemptResultOf, retryDelaysSeconds } from '../../shared/webhook/delivery/result.ts'
import { healthGate, probeIntervalSeconds, waitUntilMs } from '../../shared/webhook/endpoint/health.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'

export type { EventFilter, EventType, Mode, Outcome, Transition, Verification }
export {
  attemptResultOf,
  buildEventId as eventIdOf,
  duplicateWindowSeconds,
  healthGate as healthGateOf,
  isFinal,
  probeIntervalSeconds,
  retryDelaysSeconds,
  verificationKeyOf as keyOf,
  waitUntilMs,
}

/** The people's work, as far as rules look at it. */
export interface Assignment extends VerificationKey {
  readonly taskToken: string
  readonly report?: Report
}

/** The legal moves of a record, by what makes them. */
export const moves = {
  decide: transitions.decide,
  cancel: transitions.cancel,
  expire: transitions.expire,
  delay: transitions.delay,
} as const satisfies Record<string, Transition>
export type Move = keyof typeof moves

/** What somebody may be asked to verify: equal orders have equal applicants. */
const bodies = {
  address: (applicant: object) => addressOrder({ applicant }),
  employment: (applicant: object) => employmentOrder({ applicant }),
}
export type VerificationType = keyof typeof bodies

/** An accepted order. The reference names the request that it came by. */
export const recordOf = (
  verificationType: VerificationType,
  { firstname, reference }: { firstname: string; reference: string },
  { id, mode, now }: { id: number; mode: Mode; now: string },
): Verification => {
  const applicant = { firstname, lastname: 'Adeyemi', phone: '08031234567' }
  const body = { ...bodies[verificationType](applicant), customerReference: reference }
  const taken = { ...body, ...('currentlyEmployed' in body && { currentlyEmployed: false }) }
  const context = { id, applicantId: id, organisationId: 1, mode, now }
  return definitionOf[verificationType].order(taken, context)
}

// Both rules are pure and records do not change, so that each is worked out once.
const samenesses = new WeakMap<Verification, string>()
const bytes = new WeakMap<Verification, Map<string, string>>()

/** What makes two orders the same. */
export const sameness = (record: Verification): string => {
  const known = samenesses.get(record)
  if (known) return known
  const found = fingerprintOrder(record)
  samenesses.set(record, found)
  return found
}

/** The ends that a person may decide. */
export const decidable = (verificationType: VerificationType) => decidableOutcomes[verificationType]
/** A decided end has a price. */
export const isCharged = (outcome: Outcome): boolean => outcome in decidedOutcomes

/** What an agent reports who finds it so. */
export const reportOf = (record: Verification, outcome: keyof typeof decidedOutcomes, at: string): Report =>
  simulationOf[record.product].report(record, { at, outcome })

export type Change =
  | { readonly kind: 'verification'; readonly before: Verification | undefined; readonly after: Verification }
  | { readonly kind: 'assignment'; readonly before: Assignment | undefined; readonly after: Assignment }

/** What follows from a change, in the simulation's words. */
export type Effect =
  | { readonly kind: 'signal'; readonly signal: 'start' | 'end'; readonly id: number }
  | { readonly kind: 'publish'; readonly type: EventType; readonly record: Verification; readonly at: string }
  | { readonly kind: 'visit'; readonly id: number }
  | { readonly kind: 'expire'; readonly id: number }

const signals = { accepted: 'start', ended: 'end' } as const

const inOurWords = (effects: readonly ProductEffect[]): Effect[] =>
  effects.flatMap((effect): Effect[] => {
    switch (effect.kind) {
      case 'signal':
        return [{ kind: 'signal', signal: signals[effect.signal], id: effect.key.verificationId }]
      case 'publish':
        return [{ kind: 'publish', type: effect.type, record: effect.verification, at: effect.at }]
      case 'visit':
        return [{ kind: 'visit', id: effect.key.verificationId }]
      case 'expire':
        return [{ kind: 'expire', id: effect.key.verificationId }]
      default:
        return []
    }
  })

/** What follows from a change of the table. */
export const follow = (change: Change): Effect[] => inOurWords(effectsOf(change))

/** What a record lacks that nobody has been told the end of. */
export const lacking = (
  record: Verification,
  now: { readonly isAssigned: boolean; readonly nowMs: number; readonly expirySeconds: number },
): Effect[] => inOurWords(effectsOfStaleVerification(record, now))

/** The exact bytes that are told of a record; its photos' links are of a time. */
export const bytesAbout = (record: Verification, type: EventType, linksOf: string): string => {
  const of = `${type} ${linksOf}`
  const known = bytes.get(record) ?? new Map<string, string>()
  bytes.set(record, known)
  const made =
    known.get(of) ??
    toEventBytes(buildEnvelope(record, type, key => `https://media.example/${linksOf}/${key}`))
  known.set(of, made)
  return made
}

export const filtersOf = (wanted: (filter: EventFilter) => boolean): EventFilter[] =>
  eventFilters.filter(wanted)

export const wants = (
  filters: readonly EventFilter[],
  verificationType: VerificationType,
  type: EventType,
): boolean => matchesFilters(filters, { event: verificationType, eventType: type })
