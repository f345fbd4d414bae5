import { type EventFilter, eventFilters } from '../../shared/event/name-contract.ts'
import type { Mode } from '../../shared/table/tenant.ts'
import { type DecidedOutcome, decidableOutcomes } from '../../shared/verification/contract/outcome.ts'
import type { VerificationType } from '../../shared/verification/contract/product.ts'
import { seededRandom } from '../shared/webhook/delivery/clock.ts'

/* What a schedule holds, as data: what people and the world around do, and when. Each act can be left out. */

const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const startMs = Date.parse('2026-11-20T00:00:00.000Z')
/** Of the stage: `infra` has the same. */
export const dueSeconds = 2 * 86_400
export const expirySeconds = 14 * 86_400

/** What becomes of an event that is brought to a receiver. */
export interface Receiver {
  readonly wellFromMs: number
  /** In how many failures it took the event all the same. */
  readonly appliedShare: number
  readonly isGone: boolean
}

interface Timed {
  readonly atMs: number
}

export type Act = Timed &
  (
    | {
        readonly kind: 'order'
        readonly order: number
        readonly verificationType: VerificationType
        readonly firstname: string
        readonly isRevisit: boolean
      }
    /** Sends the same order once more. */
    | { readonly kind: 'order again'; readonly order: number }
    | { readonly kind: 'visit'; readonly order: number; readonly found: DecidedOutcome }
    | {
        readonly kind: 'decide'
        readonly order: number
        readonly by: string
        readonly outcome: DecidedOutcome | 'return'
      }
    /** Some cancel just when an agent is there. */
    | { readonly kind: 'cancel'; readonly order: number; readonly duringVisit: boolean }
    | {
        readonly kind: 'register'
        readonly endpoint: number
        readonly events: readonly EventFilter[]
        readonly payload: 'full' | 'masked' | 'thin'
        readonly receiver: Receiver
      }
    | { readonly kind: 'switch off' | 'switch on'; readonly endpoint: number }
    /** The stream loses its next change. */
    | { readonly kind: 'lose a change' }
    | { readonly kind: 'kill the workflow'; readonly order: number }
    | { readonly kind: 'reconcile' }
  )

export interface Plan {
  readonly seed: number
  readonly mode: Mode
  readonly deathShare: number
  /** A client with a limit of what it may spend. */
  readonly isCapped: boolean
  readonly fourEyes: boolean
  readonly acts: readonly Act[]
}

export const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!

const filtersLike = (pattern: RegExp): readonly EventFilter[] =>
  eventFilters.filter(filter => pattern.test(filter))
const filterSets: readonly (readonly EventFilter[])[] = [
  filtersLike(/^(address|employment)\.verification_completed$/),
  filtersLike(/^(address|employment)\.\*$/),
  filtersLike(/^address\.verification_/),
  filtersLike(/^employment\.\*$/),
]

const receiverOf = (random: () => number): Receiver => {
  const luck = random()
  return {
    wellFromMs: luck < 0.6 ? 0 : luck < 0.95 ? startMs + random() ** 2 * 3 * hourMs : Infinity,
    appliedShare: random() < 0.3 ? 0.5 : 0,
    isGone: random() < 0.15,
  }
}

const registration = (random: () => number, endpoint: number, atMs: number): Act => ({
  kind: 'register',
  atMs,
  endpoint,
  events: pick(filterSets, random),
  payload: pick(['full', 'full', 'masked', 'thin'], random),
  receiver: receiverOf(random),
})

/** When people come to it: at once, within hours, within days, or just when a wait of the workflow ends. */
const momentMs = (random: () => number): number => {
  const draw = random()
  if (draw < 0.4) return random() * 6000
  if (draw < 0.75) return random() * 5 * hourMs
  if (draw < 0.85) return (2.5 + random() * 9) * dayMs
  return (draw < 0.94 ? dueSeconds : expirySeconds) * 1000 + (random() - 0.5) * 8000
}

const reviewers = ['reviewer-1', 'reviewer-2'] as const

/** `refuseReachable` wants three attempts on record before that. */
const endsOf = (verificationType: VerificationType): readonly DecidedOutcome[] =>
  decidableOutcomes[verificationType].filter(outcome => outcome !== 'employerUnreachable')

/** What people do about an order: visit, decide, decide again, cancel; often all at the same moment. */
const meddling = (
  random: () => number,
  { order, verificationType, atMs }: Extract<Act, { kind: 'order' }>,
): Act[] => {
  const acts: Act[] = []
  const moment = momentMs(random)
  const near = () => atMs + (random() < 0.7 ? moment + random() * 4000 : momentMs(random))
  const found = pick(endsOf(verificationType), random)
  if (random() < 0.75) acts.push({ kind: 'visit', order, found, atMs: atMs + moment })
  for (let deciders = Math.floor(random() * 3); deciders > 0; deciders--)
    acts.push({
      kind: 'decide',
      order,
      atMs: near() + 4000,
      by: pick(reviewers, random),
      outcome: random() < 0.1 ? 'return' : random() < 0.6 ? found : pick(endsOf(verificationType), random),
    })
  for (let cancellers = Math.floor(random() * 1.7); cancellers > 0; cancellers--)
    acts.push({ kind: 'cancel', order, atMs: near(), duringVisit: random() < 0.6 })
  return acts
}

const orderingOf = (random: () => number): Act[] => {
  const count = random() < 0.75 ? 1 : 2
  const acts: Act[] = []
  const [burstMs, type] = [
    10_000 + Math.floor(random() * hourMs),
    random() < 0.75 ? 'address' : 'employment',
  ] as const
  for (let order = 1; order <= count; order++) {
    const ordered = {
      kind: 'order',
      order,
      verificationType: type,
      firstname: random() < 0.8 ? 'Ngozi' : 'Amarachi',
      isRevisit: random() < 0.2,
      atMs:
        order === 1 || random() < 0.5 ? burstMs + Math.floor(random() * 4) * 10 : burstMs + random() * dayMs,
    } as const
    acts.push(ordered)
    if (random() < 0.2) acts.push({ kind: 'order again', order, atMs: ordered.atMs + random() * 200 })
    acts.push(...meddling(random, ordered))
  }
  return acts
}

const endpointsOf = (random: () => number): Act[] => {
  const count = random() < 0.8 ? 1 : 2
  const acts: Act[] = []
  for (let endpoint = 1; endpoint <= count; endpoint++) {
    const isLate = random() < 0.15
    acts.push(registration(random, endpoint, isLate ? 10_000 + random() * hourMs : 0))
    if (random() < 0.15) {
      const offMs = 10_000 + random() * 4 * hourMs
      acts.push({ kind: 'switch off', endpoint, atMs: offMs })
      if (random() < 0.8)
        acts.push({
          kind: 'switch on',
          endpoint,
          atMs: offMs + random() * (random() < 0.5 ? minuteMs : 8 * hourMs),
        })
    }
    // An owner repairs an endpoint that was disabled, and enables it again.
    if (random() < 0.2) acts.push({ kind: 'switch on', endpoint, atMs: 15 * dayMs + random() * dayMs })
  }
  return acts
}

const troubleOf = (random: () => number): Act[] => {
  const acts: Act[] = []
  if (random() < 0.15) {
    const atMs = 10_000 + random() * 2 * hourMs
    acts.push({ kind: 'lose a change', atMs }, { kind: 'reconcile', atMs: atMs + 12 * hourMs })
  }
  if (random() < 0.05)
    acts.push({ kind: 'kill the workflow', order: 1, atMs: hourMs + random() * expirySeconds * 1000 })
  if (random() < 0.1) acts.push({ kind: 'reconcile', atMs: 20 * minuteMs + random() * 5 * hourMs })
  return acts
}

export const planOf = (seed: number): Plan => {
  const random = seededRandom(seed)
  const deathShare = pick([0, 0.004, 0.01, 0.03], random)
  const trouble = deathShare > 0 ? troubleOf(random) : []
  const acts = [...endpointsOf(random), ...orderingOf(random), ...trouble]
  return {
    seed,
    mode: random() < 0.15 ? 'test' : 'live',
    deathShare,
    isCapped: random() < 0.3,
    fourEyes: random() < 0.3,
    acts: acts.toSorted((one, other) => one.atMs - other.atMs),
  }
}
