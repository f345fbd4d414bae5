import type { Mutant } from './mutants.ts'
import type {
  Assignment,
  Change,
  EventFilter,
  EventType,
  Mode,
  Outcome,
  Verification,
  VerificationType,
} from './rules.ts'
import type { Scheduler } from './scheduler.ts'

/** What an Idempotency-Key holds. */
export interface Held {
  readonly id: number
  readonly lockedUntilMs: number
  readonly answer?: Answer
}

/** What a creation was told. */
export interface Answer {
  readonly id: number
  readonly isDuplicate: boolean
}

export interface Frozen {
  readonly id: string
  readonly verificationId: number
  readonly verificationType: VerificationType
  readonly type: EventType
  readonly bytes: string
  readonly createdAtMs: number
}

export interface Endpoint {
  readonly id: number
  readonly filters: readonly EventFilter[]
  readonly enabled: boolean
  readonly disabledAtMs?: number
  /** When its owner registered it. */
  readonly createdAtMs: number
  /** When its owner last changed it. */
  readonly updatedAtMs: number
  readonly failingSince?: string
  readonly nextProbeAt?: string
  readonly recoveredAt?: string
}

export interface Attempt {
  readonly number: number
  readonly first: number
  readonly result: 'delivered' | 'retry' | 'gave-up' | 'disable'
  readonly atMs: number
  readonly isGone: boolean
  readonly nextAtMs?: number
  readonly hasNext?: boolean
}

/** One request that a receiver saw. */
export interface Receipt {
  readonly endpointId: number
  readonly eventId: string
  readonly bytes: string
  readonly atMs: number
  readonly isSuccess: boolean
}

/** How a receiver behaves, and what its owner does. */
export interface Receiver {
  readonly wellFromMs: number
  /** The share of failures that were applied before nobody heard of it. */
  readonly appliedShare: number
  readonly isGone: boolean
}

export interface Execution {
  readonly token: string
  readonly isWaiting: boolean
  readonly isOver: boolean
}

/** What was told to somebody who wanted to end a record. */
export interface Told {
  readonly id: number
  readonly by: 'decision' | 'cancellation'
  readonly wanted: Outcome
  readonly isFirst: boolean
  /** What was so when it was told. */
  readonly isFinal: boolean
  readonly isVisited: boolean
}

/** One request for an order, as its caller remembers it. */
export interface Request {
  readonly key: string
  readonly verificationType: VerificationType
  readonly firstname: string
  readonly reference: string
  readonly isRevisit: boolean
  readonly answers: Answer[]
}

/** Everything that is, and what a judge needs to know of how it came about. */
export interface World {
  readonly random: () => number
  readonly clock: Scheduler
  readonly mutant: Mutant | undefined
  readonly mode: Mode
  /** Nothing dies, comes twice or is lost: then nothing may happen twice either. */
  readonly isCalm: boolean
  // the table
  readonly records: Map<number, Verification>
  readonly assignments: Map<number, Assignment>
  readonly guards: Map<string, { readonly id: number; readonly expiresAtMs: number }>
  /** What is open until its end was told. */
  readonly open: Set<number>
  readonly keys: Map<string, Held>
  readonly events: Map<string, Frozen>
  readonly endpoints: Map<number, Endpoint>
  readonly attempts: Map<string, Attempt>
  // the rest of the world
  readonly stream: Change[]
  /** Tells the relay that there is something in the stream. */
  wake(): void
  readonly executions: Map<number, Execution>
  readonly receivers: Map<number, Receiver>
  // what happened
  readonly requests: Request[]
  readonly receipts: Receipt[]
  readonly told: Told[]
  readonly ends: Map<number, { readonly atMs: number; readonly record: Verification }[]>
  readonly visitedAtMs: Map<number, number>
  readonly copies: { count: number }
  readonly lost: Set<number>
  /** Deliveries that were sent, and whether their event was kept by then. */
  readonly sent: { readonly eventId: string; readonly isKnown: boolean }[]
  readonly probes: { readonly endpointId: number; readonly atMs: number }[]
  readonly searches: { count: number }
  readonly switchedOn: Set<number>
  /** Events whose first deliveries are stored. */
  readonly published: Set<string>
  /** Attempts at an endpoint whose gate was not open to them. */
  readonly pushed: { count: number }
  /** When a request came for the first time, by its reference. */
  readonly orderedAtMs: Map<string, number>
  /** Waits that ran out long after their record was final. */
  readonly late: { count: number }
}

export const iso = (timeMs: number): string => new Date(timeMs).toISOString()

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!
