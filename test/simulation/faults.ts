import { type Item, type Key, listWrites, type NamedWrites, type Write } from '../../shared/table/port.ts'
import type { DeliveryPorts } from '../../shared/webhook/delivery/ports.ts'
import { filterWrites, mapWrites } from './memory-table.ts'
import type { Fault, QueueName } from './world.ts'

/*
 * Faults that could be planted in the product, as what becomes of its writes, its messages or its functions. What a rule
 * decides wrong, `npm run mutate` plants.
 */

type Which = (write: Write) => boolean
type WriteFault = NonNullable<Fault['write']>

const fieldsOf = (write: Write): Item => {
  if ('put' in write) return write.put
  return 'update' in write ? (write.set as Item) : {}
}
const isPut =
  (sk: string | RegExp, pk: RegExp = /./): Which =>
  write =>
    'put' in write &&
    pk.test(write.put.pk) &&
    (typeof sk === 'string' ? write.put.sk === sk : sk.test(write.put.sk))
const isUpdateOf =
  (sk: string | RegExp, field: string, value?: unknown): Which =>
  write => {
    if (!('update' in write)) return false
    const fields = fieldsOf(write)
    const isOfItem = typeof sk === 'string' ? write.update.sk === sk : sk.test(write.update.pk)
    return isOfItem && field in fields && (value === undefined || fields[field] === value)
  }

const isOrder = isPut('verification')
const isAnswer: Which = write => 'put' in write && 'bodyDigest' in write.put
const isGuard: Which = write => 'update' in write && write.update.sk === 'guard'
const isCharge = isPut(/./, /^ledger#/)
const isEntry = isPut(/./, /^trail#/)
const isSubject = isPut(/./, /#subject#/)
const isOpen = isPut(/./, /#open#/)
const isTold: Which = write => 'delete' in write && write.delete.pk.includes('#open#')
const isEvent = isPut('event')
const isAttempt = isPut(/^attempt#/)
const isCase = isPut(/./, /^case#/)
const isDecision: Which = write => isUpdateOf('verification', 'decidedBy')(write)
const isWorkOf = (field: string, value?: unknown): Which => isUpdateOf('assignment', field, value)
const isEndpoint = (field: string): Which => isUpdateOf(/#endpoint$/, field)
const isEmpty = (writes: NamedWrites): boolean => listWrites(writes).length === 0
const hasAny = (writes: NamedWrites, which: Which): boolean =>
  listWrites(writes).some(([, each]) => which(each))

const changed =
  (which: Which, change: (write: Write) => Write): WriteFault =>
  transact =>
  writes =>
    transact(mapWrites(writes, each => (which(each) ? change(each) : each)))

const withoutCondition = (write: Write): Write => {
  const { condition: _, ...rest } = write
  return rest as Write
}

const unconditioned = (which: Which) => changed(which, withoutCondition)

/** Of transactions with such a write alone. */
const unconditionedBeside =
  (beside: Which, which: Which): WriteFault =>
  transact =>
  writes =>
    (hasAny(writes, beside) ? unconditioned(which)(transact) : transact)(writes)

const without =
  (which: Which): WriteFault =>
  transact =>
  async writes => {
    const others = filterWrites(writes, each => !which(each))
    return isEmpty(others) ? {} : transact(others)
  }

/** Of a transaction, too: as if it had been written. */
const skipped =
  (which: Which): WriteFault =>
  transact =>
  async writes =>
    hasAny(writes, which) ? {} : transact(writes)

/** A write of a transaction is a call of its own, before the rest or after it. */
const apart =
  (which: Which, when: 'before' | 'after'): WriteFault =>
  transact =>
  async writes => {
    const own = filterWrites(writes, which)
    const rest = filterWrites(writes, each => !which(each))
    if (isEmpty(own) || isEmpty(rest)) return transact(writes)
    for (const each of when === 'before' ? [own, rest] : [rest, own]) await transact(each)
    return {}
  }

/** After these, something else is written. */
const followed =
  (which: Which, then: (write: Write) => Write): WriteFault =>
  transact =>
  async writes => {
    await transact(writes)
    const found = listWrites(writes).find(([, each]) => which(each))
    if (found) await transact({ next: then(found[1]) })
    return {}
  }

const lost =
  (queue: QueueName, which: (body: Item) => boolean = () => true): Fault['send'] =>
  (to, sent) =>
    to === queue && which(JSON.parse(sent.body) as Item) ? undefined : sent

type QueueWork = (event: never) => Promise<{ batchItemFailures: { itemIdentifier: string }[] }>

/** What failed is done with. */
const swallowing = <Work extends QueueWork>(work: Work): Work =>
  (async (event: never) => {
    await work(event)
    return { batchItemFailures: [] }
  }) as unknown as Work

const withPorts = (change: (ports: DeliveryPorts) => Partial<DeliveryPorts>): Fault => ({
  product: ({ deliveryPorts }) => ({
    deliveryPorts: own => {
      const ports = deliveryPorts(own)
      return { ...ports, ...change(ports) }
    },
  }),
})

/** The record of what an open item or an event stands for. */
const openKeyOf = (write: Write): Key => {
  const { organisationId, mode, verificationId } = fieldsOf(write) as {
    organisationId: number
    mode: string
    verificationId: number
  }
  return {
    pk: `${organisationId}#${mode}#open#${verificationId % 8}`,
    sk: `${verificationId}`.padStart(16, '0'),
  }
}

export const faults = {
  // acceptance
  'an order is accepted though an equal one is there': { write: unconditioned(isGuard) },
  'an order replaces another': { write: unconditioned(isOrder) },
  'the guard is written after the order': { write: apart(isGuard, 'after') },
  'no answer is stored': { write: without(isAnswer) },
  'the answer is stored before the order': { write: apart(isAnswer, 'before') },
  'an answer replaces another': { write: unconditioned(isAnswer) },
  'what is open is not noted': { write: without(isOpen) },
  'a name stands where nothing is encrypted': {
    write: changed(isSubject, write => ({ put: { ...(write as { put: Item & Key }).put, name: 'Adeyemi' } })),
  },
  // decision, cancellation, expiry
  'what has ended is decided': { write: unconditioned(isDecision) },
  'what has ended is cancelled': { write: unconditioned(isUpdateOf('verification', 'outcome', 'cancelled')) },
  'what has ended expires': { write: unconditioned(isUpdateOf('verification', 'outcome', 'expired')) },
  'lateness opens what has ended': {
    write: unconditioned(isUpdateOf('verification', 'outcome', 'accepted')),
  },
  'what was visited is cancelled': {
    write: unconditionedBeside(
      isUpdateOf('verification', 'outcome', 'cancelled'),
      isWorkOf('status', 'decided'),
    ),
  },
  'what has ended is claimed': { write: unconditioned(isWorkOf('status', 'claimed')) },
  'what has ended is reported': { write: unconditioned(isWorkOf('status', 'reported')) },
  'another report is decided than was read': { write: unconditioned(isWorkOf('status', 'decided')) },
  'the record ends before its work': { write: apart(isWorkOf('status', 'decided'), 'after') },
  'the work ends before its record': { write: apart(isWorkOf('status', 'decided'), 'before') },
  'who asked for a second reviewer is forgotten': {
    write: changed(isWorkOf('stagedDecision'), write => {
      const { set, ...rest } = write as Extract<Write, { update: Key }>
      const staged = (set as { stagedDecision: object }).stagedDecision
      return { ...rest, set: { ...set, stagedDecision: { ...staged, by: 'nobody' } } }
    }),
  },
  // charges
  'a decided end is not charged': { write: without(isCharge) },
  'an end is charged before it is written': { write: apart(isCharge, 'before') },
  'an end is charged after it is written': { write: apart(isCharge, 'after') },
  'an end is charged twice': {
    write: followed(isCharge, write => {
      const { put } = write as { put: Item & Key }
      return { put: { ...put, sk: `${put.sk}#again-1` } }
    }),
  },
  'what was put aside is not settled': { write: skipped(isUpdateOf(/#reservation#/, 'settledAt')) },
  'what was put aside is settled each time': {
    write: unconditioned(isUpdateOf(/#reservation#/, 'settledAt')),
  },
  'what was put aside is counted after it is settled': {
    write: apart(
      write => 'update' in write && write.update.pk.includes('#spend#') && 'add' in write,
      'after',
    ),
  },
  // the trail
  'an entry replaces another': { write: unconditioned(isEntry) },
  'an entry is written after what it tells': { write: apart(isEntry, 'after') },
  'an entry is written before what it tells': { write: apart(isEntry, 'before') },
  // the workflow
  'the workflow does not hear of an order': {
    send: lost('completions', ({ signal }) => signal === 'accepted'),
  },
  'the workflow does not hear of an end': { send: lost('completions', ({ signal }) => signal === 'ended') },
  'a signal that failed is done with': { product: ({ signal }) => ({ signal: swallowing(signal) }) },
  'the second wait keeps the first token': {
    write: changed(isWorkOf('taskToken'), write => {
      const { set, setOnce, ...rest } = write as Extract<Write, { update: Key }>
      const { taskToken, ...others } = set as { taskToken: string }
      return { ...rest, set: others, setOnce: { ...setOnce, taskToken } }
    }),
  },
  'work is opened anew by the second wait': {
    write: changed(isWorkOf('taskToken'), write => {
      const { set, setOnce, ...rest } = write as Extract<Write, { update: Key }>
      return { ...rest, set: { ...set, ...setOnce } }
    }),
  },
  'work of what has ended stays on its lists': {
    write: changed(isWorkOf('status', 'decided'), write => {
      const { remove: _, ...rest } = write as Extract<Write, { update: Key }>
      return rest
    }),
  },
  'lateness is not marked': { product: () => ({ delay: async () => {} }) },
  'nothing expires': { product: () => ({ expire: async () => {} }) },
  // the outbox
  'a change that failed is done with': { product: ({ relay }) => ({ relay: swallowing(relay) }) },
  'the stream goes on behind the first change that failed': {
    product: ({ relay }) => ({
      relay: async event => {
        const end = await relay(event)
        const next = Number(end.batchItemFailures[0]?.itemIdentifier) + 1
        const isLast = `${next - 1}` === event.Records.at(-1)?.dynamodb?.SequenceNumber
        return end.batchItemFailures.length === 0 || isLast
          ? { batchItemFailures: [] }
          : { batchItemFailures: [{ itemIdentifier: `${next}` }] }
      },
    }),
  },
  'an event that is stored counts as told': {
    write: followed(isEvent, write => ({ delete: openKeyOf(write) })),
  },
  'an end is never marked as told': { write: skipped(isTold) },
  'an event replaces another': { write: unconditioned(isEvent) },
  'an event is not stored': { write: skipped(isEvent) },
  'the first deliveries are lost': { send: lost('deliveries', ({ attempt }) => attempt === 1) },
  'of several endpoints one is sent the event': {
    send: lost('deliveries', ({ endpointId, attempt }) => endpointId === 2 && attempt === 1),
  },
  'nobody reconciles': {
    product: () => ({ reconcile: async () => ({ batchItemFailures: [] }) }),
  },
  'a reconciliation that failed is done with': {
    product: ({ reconcile }) => ({ reconcile: swallowing(reconcile) }),
  },
  'what staff find lacks what was ordered': { write: skipped(isCase) },
  'what staff find keeps what is over': {
    write: skipped(write => 'delete' in write && write.delete.pk.startsWith('case#')),
  },
  'the endpoint’s alert is never marked as told': {
    write: skipped(write => 'update' in write && 'publishedAt' in (write.setOnce ?? {})),
  },
  // deliveries
  'a retry is forgotten': {
    send: lost('deliveries', ({ attempt, firstAttempt }) => Number(attempt) > Number(firstAttempt)),
  },
  'an attempt replaces another': { write: unconditioned(isAttempt) },
  'each copy of a message goes on by itself': {
    write: skipped(isUpdateOf(/#event#/, 'hasNext')),
  },
  'other bytes are sent than were kept': withPorts(({ attempt }) => ({
    attempt: request => attempt({ ...request, body: `${request.body} ` }),
  })),
  'the probe is everybody’s': { write: unconditioned(isEndpoint('nextProbeAt')) },
  'nobody takes the probe': { write: skipped(isEndpoint('nextProbeAt')) },
  'a failure is not noted': { write: skipped(isEndpoint('lastFailure')) },
  'a recovery is not noted': { write: skipped(isEndpoint('recoveredAt')) },
  'who is gone stays enabled': { write: skipped(isPut(/^alert#/)) },
  'who is switched on is not sent what was missed': {
    send: lost('deliveries', ({ kind }) => kind === 'recovery'),
  },
  'an answer stands where nothing is encrypted': {
    write: changed(isAttempt, write => {
      const { put } = write as { put: Item & Key }
      return { ...write, put: { ...put, detail: put.answer ?? null } } as Write
    }),
  },
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
