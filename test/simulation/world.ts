import type { Tenant, VerificationKey } from '../../shared/table/tenant.ts'
import type { Verification } from '../../shared/verification/verification.ts'
import type { ItemChange, MemoryTable, Transact } from './memory-table.ts'
import type { Plan, Receiver } from './plan.ts'
import type { Product } from './product.ts'
import type { Scheduler } from './scheduler.ts'

export type QueueName =
  | 'completions'
  | 'deliveries'
  | 'slow-deliveries'
  | 'visits'
  | 'reconciliations'
  | 'messages'

export interface Queue {
  readonly send: (body: string, delaySeconds?: number) => void
  readonly hide: (receipt: string, seconds: number) => void
}

/** A shard of the table's stream: changes of one item come in their order, and again until they are done with. */
export interface Stream {
  readonly push: (change: ItemChange) => void
}

export interface Execution {
  readonly name: string
  readonly key: VerificationKey
  isOver: boolean
  token: string
  /** Ends the wait, if it waits. */
  end: (() => void) | undefined
}

export interface Workflow {
  /** False if there is one of this name. */
  readonly start: (name: string, input: string) => boolean
  /** False if nobody waits on this token. */
  readonly succeed: (token: string) => boolean
  readonly stop: (name: string) => boolean
  readonly executions: ReadonlyMap<string, Readonly<Execution>>
}

/** One request that a receiver took. */
export interface Receipt {
  readonly endpointId: number
  readonly eventId: string
  readonly body: string
  readonly atMs: number
}

interface Sent {
  readonly body: string
  readonly delaySeconds: number
}

/** A fault that could be planted in the product, as what becomes of its writes, its messages or its functions. */
export interface Fault {
  readonly write?: (transact: Transact) => Transact
  /** What becomes of a message; undefined where it is lost. */
  readonly send?: (queue: QueueName, sent: Sent) => Sent | undefined
  readonly product?: (product: Product) => Partial<Product>
}

/** What somebody was told who asked for an end. */
export interface Told {
  readonly verificationId: number
  readonly by: string
  readonly wanted: string
  readonly heard: 'done' | 'staged' | 'refused'
  readonly atMs: number
}

export interface Answer {
  readonly verificationId: number
  readonly isDuplicate: boolean
}

/** What a judge needs to know of how everything came about. */
export interface Happenings {
  /** Every state of every record, in order. */
  readonly records: Map<number, readonly Verification[]>
  readonly answers: Map<string, readonly Answer[]>
  readonly told: Told[]
  readonly receipts: Receipt[]
  /** Calls that a receiver answered by saying that it is gone. */
  readonly gone: { readonly endpointId: number; readonly begunMs: number }[]
  /** What left for a queue or the workflow. */
  readonly sent: { readonly queue: string; readonly body: string }[]
  readonly logged: unknown[]
  /** When their owner heard that they are registered. */
  readonly registeredMs: Map<number, number>
  readonly switchedOn: Set<number>
  /** Endpoints that were asked though they fail, by others than their probe. */
  readonly crowded: number[]
  /** Waits that ran out though their record had ended long before. */
  readonly late: Set<number>
  /** What broke that is no promise: a fault of the product's or of the simulation's. */
  readonly failures: unknown[]
  /** Messages that came twice. */
  copies: number
  /** Changes that the stream has lost, and that it is about to lose. */
  lost: number
  losing: number
}

/** Everything that is. */
export interface World extends Happenings {
  readonly plan: Plan
  readonly tenant: Tenant
  readonly fault: Fault | undefined
  readonly random: () => number
  readonly clock: Scheduler
  readonly table: MemoryTable
  readonly product: Product
  readonly queues: Readonly<Record<QueueName, Queue>>
  readonly streams: readonly Stream[]
  readonly workflow: Workflow
  /** Nothing dies, comes twice or is lost: then nothing may happen twice either. */
  readonly isCalm: boolean
  readonly receivers: Map<number, Receiver>
  /** Asked after every change whether they have seen what they wait for. */
  readonly watchers: Set<() => boolean>
  /** Works beside the others; what it throws ends the schedule. */
  readonly launch: (work: Promise<unknown>) => void
}

export const latest = (world: World, verificationId: number): Verification | undefined =>
  world.records.get(verificationId)?.at(-1)
