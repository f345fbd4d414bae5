import { isDeepStrictEqual } from 'node:util'
import type { Assignment } from '../../shared/work/assignment/assignment.ts'
import { toThinBody, unpack } from '../../shared/event/body.ts'
import { buildEventId, type Event, matchesFilters } from '../../shared/event/event.ts'
import type { FrozenEvent } from '../../shared/event/store.ts'
import type { LedgerLine } from '../../shared/ledger/line.ts'
import type { StoredReservation } from '../../shared/ledger/spend-store.ts'
import { storageOf } from '../../shared/table/driver.ts'
import { sealedKindOf } from '../../shared/table/kind.ts'
import type { Item, Key } from '../../shared/table/port.ts'
import { findTrailBreak } from '../../shared/trail/check.ts'
import type { TrailEntry } from '../../shared/trail/contract.ts'
import { entryIn } from '../../shared/trail/read-store.ts'
import { isDecided, isFinal, statusOf } from '../../shared/verification/contract/outcome.ts'
import { fingerprintOrder } from '../../shared/verification/duplicate.ts'
import { type Verification, verificationKeyOf } from '../../shared/verification/verification.ts'
import type { Alert } from '../../shared/webhook/alert/alert.ts'
import type { StoredAttempt } from '../../shared/webhook/delivery/attempt-store.ts'
import { type Endpoint, payloadProfileFor } from '../../shared/webhook/endpoint/endpoint.ts'
import { dueSeconds, hourMs, minuteMs, startMs } from './plan.ts'
import type { World } from './world.ts'

/* What must be true of every schedule once everything has come to rest. */

interface EndedRecord {
  readonly states: readonly Verification[]
  readonly record: Verification
  readonly assignment: Assignment | undefined
  readonly lines: readonly LedgerLine[]
  readonly trail: readonly TrailEntry[]
  readonly events: readonly FrozenEvent[]
}

interface Delivered {
  readonly endpoint: Endpoint
  readonly event: FrozenEvent
  /** In the order of their numbers. */
  readonly attempts: readonly StoredAttempt[]
}

/** A schedule's end, as its table tells of it. */
export interface Ended {
  readonly world: World
  readonly items: readonly Item[]
  readonly records: readonly EndedRecord[]
  readonly endpoints: readonly Endpoint[]
  readonly deliveries: readonly Delivered[]
}

type StoredItem = Item & Key

const itemsLike = <Row>(items: readonly Item[], is: (item: StoredItem) => boolean): readonly Row[] =>
  (items as readonly StoredItem[]).filter(is) as readonly unknown[] as readonly Row[]

export const endOf = (world: World): Ended => {
  const items = world.table.items()
  const like = <Row>(is: (item: StoredItem) => boolean) => itemsLike<Row>(items, is)
  const assignments = like<Assignment>(({ sk }) => sk === 'assignment')
  const lines = like<LedgerLine>(({ pk }) => pk.startsWith('ledger#'))
  const entries = like<StoredItem>(({ pk }) => pk.startsWith('trail#'))
  const events = like<FrozenEvent>(item => item.sk === 'event' && 'eventType' in item)
  const attempts = like<StoredAttempt>(({ sk }) => sk.startsWith('attempt#'))
  const endpoints = like<Endpoint>(({ pk }) => pk.endsWith('#endpoint'))
  const records = [...world.records].map(([id, states]): EndedRecord => {
    const suffix = `#${`${id}`.padStart(16, '0')}`
    return {
      states,
      record: states.at(-1)!,
      assignment: assignments.find(({ verificationId }) => verificationId === id),
      lines: lines.filter(({ verificationId }) => verificationId === id),
      trail: entries.filter(({ pk }) => pk.endsWith(suffix)).map(entry => entryIn(entry as never)),
      events: events.filter(({ verificationId }) => verificationId === id),
    }
  })
  const deliveries = endpoints.flatMap(endpoint =>
    events.map(event => ({
      endpoint,
      event,
      attempts: attempts
        .filter(({ eventId, endpointId }) => eventId === event.id && endpointId === endpoint.id)
        .toSorted((one, other) => one.attempt - other.attempt),
    })),
  )
  return { world, items, records, endpoints, deliveries }
}

const timeOf = (at: string): number => Date.parse(at)

const happened = ({ trail }: EndedRecord) =>
  trail.flatMap(({ events, at }) => events.map(event => ({ ...event, at })))

const isDecidedRecord = ({ outcome }: Verification): boolean => isDecided(outcome)

const completionOf = ({ events }: EndedRecord) =>
  events.filter(({ eventType }) => eventType === 'verification_completed')

const statusIn = (event: FrozenEvent): unknown => {
  const { data } = JSON.parse(unpack(event.body).split('\n')[0]!)
  return (data.address ?? data.employment).status
}

const isWanted = ({ endpoint, event }: Delivered): boolean =>
  matchesFilters(endpoint.events, event as Event & { eventType: FrozenEvent['eventType'] })

/** Whether its owner knew before this time that it is registered. */
const isRegistered = ({ registeredMs }: World, { id }: Endpoint, at: string): boolean =>
  (registeredMs.get(id) ?? Number.POSITIVE_INFINITY) < timeOf(at)

const isDelivered = ({ outcome }: StoredAttempt): boolean => outcome === 'delivered'

const payloadOf = ({ endpoint, event }: Delivered): string => {
  const [full = '', masked = ''] = unpack(event.body).split('\n')
  const profile = payloadProfileFor(endpoint, event as never)
  if (profile === 'thin') return toThinBody(full)
  return profile === 'full' ? full : masked
}

const receiptsOf = ({ world }: Ended, { endpoint, event }: Delivered) =>
  world.receipts.filter(({ endpointId, eventId }) => endpointId === endpoint.id && eventId === event.id)

/** It was tried until it arrived, or to the end of its schedule. */
const isTriedToTheEnd = ({ world }: Ended, { endpoint, attempts }: Delivered): boolean => {
  if (attempts.some(isDelivered)) return true
  const last = attempts.findLast(({ firstAttempt }) => firstAttempt > 0)
  if (!last) return false
  if (last.outcome === 'gave-up') return last.attempt - last.firstAttempt + 1 === 10
  return last.outcome === 'disable' && world.switchedOn.has(endpoint.id)
}

const answersOf = ({ answers }: World) => [...answers].map(([reference, heard]) => ({ reference, heard }))

const isRevisit = ({ plan }: World, reference: string): boolean =>
  plan.acts.some(act => act.kind === 'order' && `order-${act.order}` === reference && act.isRevisit)

/** Requests take this long at most, from when their record says that they came. */
const requestMs = 10 * 60_000

const isOver = (earlier: Verification, later: Verification): boolean =>
  earlier.outcome === 'cancelled' && timeOf(earlier.updatedAt) <= timeOf(later.requestedAt) + requestMs

/** What is personal in the orders and reports of a schedule. */
const personal = /Ngozi|Amarachi|Adeyemi|8031234567|Allen Avenue|1990-04-12|Neighbour/

const plainText = (item: Item): string => {
  const kind = sealedKindOf(item as StoredItem)
  const shown = Object.entries(item).filter(
    ([name, value]) => !(value instanceof Uint8Array) && (!kind || storageOf(kind, name) === 'plain'),
  )
  return JSON.stringify(Object.fromEntries(shown))
}

const textOf = (line: unknown): string => (typeof line === 'string' ? line : JSON.stringify(line))

const eventOf = (line: unknown): string => `${(line as { event?: string }).event}`

const failuresIn = ({ logged }: World): readonly string[] =>
  logged
    .filter(line => /^(message|change)\.(failed)$/.test(eventOf(line)))
    .map(line => `${(line as { error?: string }).error}`)

const listKeys = ['gsi1pk', 'gsi2pk', 'gsi3pk'] as const

const isSecond = (ended: EndedRecord): boolean =>
  ended.record.outcome === 'verified' ||
  happened(ended).some(({ what, by }) => what === 'staged' && by !== ended.record.decidedBy)

const countOf = (ended: EndedRecord, word: string): number =>
  happened(ended).filter(({ what }) => what === word).length

const endWords = { cancelled: 'cancelled', expired: 'expired' } as const

const caseKeysOf = ({ items }: Ended, { record }: EndedRecord): readonly string[] =>
  itemsLike<StoredItem>(items, ({ pk }) => pk.startsWith('case#'))
    .filter(({ sk }) => sk.includes(`#${`${record.id}`.padStart(16, '0')}#`))
    .map(({ pk }) => pk)

const hasItsCases = (end: Ended, ended: EndedRecord): boolean => {
  const { record, assignment } = ended
  const entries = caseKeysOf(end, ended).map(pk => {
    const [, , field = '', value = ''] = pk.split('#')
    return { field, value }
  })
  // A write that hung comes through late: a search then shows each once, and none of another end.
  const values: Readonly<Record<string, string | undefined>> = {
    outcome: record.outcome,
    reviewer: record.decidedBy,
  }
  const shown = entries.filter(({ field, value }) => !(field in values) || value === values[field])
  const fieldsOf = end.world.isCalm
    ? entries.map(({ field }) => field)
    : [...new Set(shown.map(({ field }) => field))]
  const fields = [
    'time',
    'reference',
    'name',
    'phone',
    ...(record.product === 'employment' ? [] : ['lga']),
    'outcome',
    ...(record.decidedBy === undefined ? [] : ['reviewer']),
    ...(assignment?.reportedAt === undefined ? [] : ['agent']),
  ]
  return isDeepStrictEqual(fieldsOf.toSorted(), fields.toSorted())
}

const lifeMs = ({ requestedAt, updatedAt }: Verification): number => timeOf(updatedAt) - timeOf(requestedAt)

const hasTrouble = ({ plan, lost }: World): boolean =>
  lost > 0 || plan.acts.some(({ kind }) => kind === 'kill the workflow')

/** Whether it was reconciled on its first day, as every hour is, if the stream has lost something. */
const isReconciled = ({ plan, lost }: World, { requestedAt }: Verification): boolean => {
  const requestedMs = timeOf(requestedAt) - startMs
  const isThatDay = (atMs: number) => atMs > requestedMs + hourMs && atMs < requestedMs + 23 * hourMs
  return lost === 0 || plan.acts.some(({ kind, atMs }) => kind === 'reconcile' && isThatDay(atMs))
}

/** A promise about each record, each delivery or each endpoint of a schedule, or about all of it. */
const ofEach =
  <Of extends 'records' | 'deliveries' | 'endpoints'>(
    of: Of,
    isKept: (each: Ended[Of][number], end: Ended) => boolean,
  ) =>
  (end: Ended): boolean =>
    (end[of] as readonly Ended[Of][number][]).every(each => isKept(each, end))

export const promises: Readonly<Record<string, (end: Ended) => boolean>> = {
  'an accepted order ends': ofEach('records', ({ record }) => isFinal(record.outcome)),
  'it ends once, and nothing changes it afterwards': ofEach('records', ({ states }) => {
    const first = states.findIndex(({ outcome }) => isFinal(outcome))
    return first === states.length - 1
  }),
  'a decided end is charged once, at its price; no other end is': ofEach('records', ({ record, lines }) => {
    const { outcome, price, updatedAt } = record
    if (!isDecidedRecord(record)) return price === 0 && lines.length === 0
    const [line] = lines
    if (lines.length !== 1 || price <= 0) return false
    return line!.amount === price && line!.end === outcome && line!.chargedAt === updatedAt
  }),
  'what was put aside is settled, at what was charged': ({ world, items, records }) => {
    if (!world.plan.isCapped) return true
    const reservations = itemsLike<StoredReservation>(items, ({ pk }) => pk.includes('#reservation#'))
    const counters = itemsLike<{ used: number; spent: number }>(items, ({ pk }) => pk.includes('#spend#'))
    const total = records.reduce((sum, { record }) => sum + record.price, 0)
    const [used, spent] = (['used', 'spent'] as const).map(name =>
      counters.reduce((sum, counter) => sum + counter[name], 0),
    )
    const isSettled = reservations.every(({ settledAt }) => settledAt !== undefined)
    return isSettled && reservations.length === records.length && used === total && spent === total
  },
  'what was visited is not cancelled': ofEach(
    'records',
    ({ record, assignment }) => record.outcome !== 'cancelled' || !assignment?.report,
  ),
  'a decision is of the report that is in': ofEach('records', ({ record, assignment }, { world }) => {
    if (!isDecidedRecord(record) || world.plan.mode === 'test') return true
    return (
      assignment?.verdict?.outcome === record.outcome && isDeepStrictEqual(assignment.report, record.report)
    )
  }),
  'work is opened as its order starts, and not anew': ofEach(
    'records',
    ({ record, assignment }, { world }) =>
      !assignment?.assignedAt ||
      timeOf(assignment.assignedAt) < timeOf(record.requestedAt) + 3 * hourMs ||
      hasTrouble(world),
  ),
  'work of what has ended is on no list': ofEach(
    'records',
    ({ assignment }) =>
      !assignment || (assignment.status === 'decided' && !listKeys.some(name => name in assignment)),
  ),
  'what needs two reviewers had two': ofEach(
    'records',
    (ended, { world }) =>
      !world.plan.fourEyes || world.plan.mode === 'test' || !isDecidedRecord(ended.record) || isSecond(ended),
  ),
  'who was told that theirs came first was told the truth': ({ world, records }) =>
    world.told
      .filter(({ heard }) => heard === 'done')
      .every(({ verificationId, wanted, by }) => {
        const { record } = records.find(each => each.record.id === verificationId)!
        return record.outcome === wanted && (by === 'client' || record.decidedBy === by)
      }),
  'what waits for two days is late': ofEach('records', ({ record }, { world }) => {
    const isLate = lifeMs(record) > dueSeconds * 1000 + 3 * hourMs
    return !isLate || record.delayedAt !== undefined || hasTrouble(world)
  }),
  'an end is told by one event, of the record as it ended': ofEach('records', ended => {
    const [event, ...others] = completionOf(ended)
    const { record } = ended
    if (!event || others.length > 0) return false
    if (event.id !== buildEventId(record.id, 'verification_completed')) return false
    return isDeepStrictEqual(statusIn(event), statusOf(record.outcome))
  }),
  'a beginning is told where it is wanted': ofEach('records', (ended, { world, endpoints }) => {
    const { record, events } = ended
    const event = record.product === 'employment' ? 'employment' : 'address'
    const wanting = endpoints.filter(each =>
      matchesFilters(each.events, { event, eventType: 'verification_started' }),
    )
    const isDue = wanting.some(each => isRegistered(world, each, record.requestedAt))
    const count = events.filter(({ eventType }) => eventType === 'verification_started').length
    return (count > 0 || !isDue || world.lost > 0) && count <= (wanting.length > 0 ? 1 : 0)
  }),
  'what was told is on no list': ({ items }) =>
    itemsLike(items, ({ pk }) => pk.includes('#open#')).length === 0,
  'a trail is unbroken': ofEach(
    'records',
    ({ record, trail }) => findTrailBreak(verificationKeyOf(record), trail) === undefined,
  ),
  'a trail says each end once, and what was told of it': ofEach('records', ended => {
    const { outcome, delayedAt } = ended.record
    const word = endWords[outcome as keyof typeof endWords] ?? 'decided'
    const ends = ['decided', 'cancelled', 'expired'].map(each => countOf(ended, each))
    const isOnce = countOf(ended, word) === 1 && ends.reduce((sum, count) => sum + count, 0) === 1
    return isOnce && countOf(ended, 'told') === 1 && countOf(ended, 'delayed') === (delayedAt ? 1 : 0)
  }),
  'a request makes one record, however often it comes': ({ records }) => {
    const references = records.map(({ record }) => record.customerReference)
    return new Set(references).size === references.length
  },
  'a request is answered with one record, which is there': ({ world, records }) =>
    answersOf(world).every(({ reference, heard }) => {
      const [first] = heard
      const own = records.find(({ record }) => record.id === first!.verificationId)?.record
      const isOne = heard.every(answer => isDeepStrictEqual(answer, first))
      if (!own || !isOne) return false
      return first!.isDuplicate ? !isRevisit(world, reference) : own.customerReference === reference
    }),
  'equal orders make one record, unless the first was cancelled': ({ world, records }) => {
    // As they were accepted: the latest before it that is equal.
    const ordered = records.map(({ record }) => record)
    return ordered.every((later, index) => {
      const isEqual = (earlier: Verification) => fingerprintOrder(earlier) === fingerprintOrder(later)
      const equal = ordered.slice(0, index).findLast(isEqual)
      return !equal || isRevisit(world, later.customerReference) || isOver(equal, later)
    })
  },
  'what goes out are the event’s own bytes': ofEach('deliveries', (delivery, end) => {
    const receipts = receiptsOf(end, delivery)
    return receipts.length === 0 || receipts.every(({ body }) => body === payloadOf(delivery))
  }),
  'an endpoint is sent what it asked for': ofEach(
    'deliveries',
    (delivery, end) => isWanted(delivery) || receiptsOf(end, delivery).length === 0,
  ),
  'every due delivery is attempted until it arrives, or to the end of its schedule': ofEach(
    'deliveries',
    (delivery, end) =>
      !isWanted(delivery) ||
      !isRegistered(end.world, delivery.endpoint, delivery.event.occurredAt!) ||
      !delivery.endpoint.enabled ||
      isTriedToTheEnd(end, delivery),
  ),
  'a schedule has ten attempts': ofEach(
    'deliveries',
    ({ attempts, endpoint }, { world }) =>
      world.switchedOn.has(endpoint.id) ||
      attempts.filter(({ firstAttempt }) => firstAttempt === 1).length <= 10,
  ),
  'what arrived is not sent again': ofEach('deliveries', ({ attempts, endpoint }, { world }) => {
    const disturbed = world.clock.mishaps() + world.copies + (world.switchedOn.has(endpoint.id) ? 2 : 0)
    return attempts.filter(isDelivered).length <= 1 + disturbed
  }),
  'what counts as delivered has arrived': ofEach(
    'deliveries',
    (delivery, end) => !delivery.attempts.some(isDelivered) || receiptsOf(end, delivery).length > 0,
  ),
  'what a receiver took is on record': ofEach('deliveries', (delivery, end) => {
    const { clock } = end.world
    return receiptsOf(end, delivery).length <= delivery.attempts.length + clock.mishaps()
  }),
  'an endpoint that is off is sent nothing': ofEach('endpoints', (endpoint, { world }) => {
    const { enabled, disabledAt, id } = endpoint
    if (enabled || disabledAt === undefined) return true
    return world.receipts.every(each => each.endpointId !== id || each.atMs < timeOf(disabledAt) + hourMs)
  }),
  'who is gone is left alone, and told so': ofEach('endpoints', (endpoint, { world, items }) => {
    const { id, enabled, disabledAt } = endpoint
    const answers = world.gone.filter(({ endpointId }) => endpointId === id)
    // Several deliveries may be on their way when the first of them is answered.
    const untilMs = disabledAt === undefined ? Number.POSITIVE_INFINITY : timeOf(disabledAt) + minuteMs
    const late = answers.filter(({ begunMs }) => begunMs > untilMs)
    const alerts = itemsLike<Alert>(items, ({ pk }) => pk.endsWith('#alert'))
    const isTold = alerts.every(({ publishedAt }) => publishedAt !== undefined)
    const mishaps = world.clock.mishaps()
    // A death may take the answer with it, and the receiver may be back before it is asked again.
    const isLeft = enabled ? answers.length <= mishaps : late.length <= mishaps + world.copies
    return isTold && (answers.length === 0 || world.switchedOn.has(id) || isLeft)
  }),
  'a failing endpoint is probed by one at a time': ({ world }) => world.crowded.length === 0,
  'a recovery is noted': ofEach('endpoints', ({ id, enabled, failingSince }, { world, deliveries }) => {
    const made = deliveries
      .filter(({ endpoint }) => endpoint.id === id)
      .flatMap(({ attempts }) => attempts)
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    const [before, last] = made.slice(-2)
    const isWell = last && isDelivered(last) && before?.at !== last.at
    return !world.isCalm || !enabled || !isWell || failingSince === undefined
  }),
  'a failure is noted': ofEach('endpoints', ({ id, lastFailure }, { world, deliveries }) => {
    const made = deliveries.filter(({ endpoint }) => endpoint.id === id).flatMap(({ attempts }) => attempts)
    const hasFailed = made.some(attempt => !isDelivered(attempt))
    return !world.isCalm || !hasFailed || world.switchedOn.has(id) || lastFailure !== undefined
  }),
  'what staff find is what is there': ofEach(
    'records',
    (ended, end) => end.world.lost > 0 || hasItsCases(end, ended),
  ),
  'a workflow is of an order, and runs no longer': ({ world }) =>
    [...world.workflow.executions.values()].every(({ key, isOver }) => {
      return isOver && world.records.has(key.verificationId)
    }),
  'a workflow ends with its record': ({ world }) => !world.isCalm || world.late.size === 0,
  'an order is started within a day': ofEach('records', ({ record }, { world }) => {
    const executions = [...world.workflow.executions.values()]
    const isStarted = executions.some(({ key }) => key.verificationId === record.id)
    return isStarted || lifeMs(record) < 24 * hourMs || !isReconciled(world, record)
  }),
  'nothing fails but where something around it does': ({ world }) => {
    const failures = failuresIn(world)
    if (world.isCalm) return failures.length === 0
    return failures.every(error => /^(Busy|TimeoutError|Fault: A message was not stored)/.test(error))
  },
  'where nothing goes wrong nothing is left to reconcile': ({ world }) =>
    !world.isCalm || !world.logged.some(line => eventOf(line) === 'outbox.stale-found'),
  'nothing personal lies outside of its attributes': ({ items }) =>
    items.every(item => !personal.test(plainText(item))),
  'nothing personal is in a message': ({ world }) => world.sent.every(({ body }) => !personal.test(body)),
  'nothing personal is in a log': ({ world }) => world.logged.every(line => !personal.test(textOf(line))),
}
