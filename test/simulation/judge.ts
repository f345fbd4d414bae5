import {
  bytesAbout,
  type EventType,
  eventIdOf,
  isCharged,
  isFinal,
  sameness,
  type Verification,
  wants,
} from './rules.ts'
import { Broken } from './scheduler.ts'
import { type Attempt, dayMs, type Endpoint, type Frozen, hourMs, type Request, type World } from './world.ts'

/* What must be true of every schedule once everything has come to rest. */

const promise = (isKept: boolean, promised: string): void => {
  if (!isKept) throw new Broken(promised)
}

const disturbances = ({ clock, copies, searches }: World): number =>
  clock.deaths() + copies.count + 2 * searches.count

const checkRecord = (world: World, record: Verification): void => {
  const { id, outcome } = record
  promise(isFinal(outcome), 'an accepted order ends')
  const ends = world.ends.get(id) ?? []
  promise(ends.length === 1, 'it ends once, and nothing changes it afterwards')
  promise(ends[0]!.record === record, 'the record is as it ended')
  const lifeMs = ends[0]!.atMs - Date.parse(record.requestedAt)
  promise(lifeMs < dayMs || world.executions.has(id), 'an accepted order is started within a day')
  promise(record.price > 0 === isCharged(outcome), 'a decided end has a price, and no other')
  if (outcome === 'cancelled') promise(!world.visitedAtMs.has(id), 'what was visited is not cancelled')
}

const checkTold = (world: World): void => {
  for (const told of world.told) {
    const { id, by, wanted, isFirst } = told
    const { outcome } = world.records.get(id)!
    if (isFirst) promise(outcome === wanted, `who was told that a ${by} came first was told the truth`)
    else promise(told.isFinal || (by === 'cancellation' && told.isVisited), 'who came second was told so')
  }
  for (const record of world.records.values()) {
    const first = world.told.filter(({ id, by, isFirst }) => id === record.id && by === 'decision' && isFirst)
    promise(first.length <= 1, 'one decision came first')
  }
}

const checkAnswers = (world: World, { answers, reference, isRevisit }: Request): void => {
  const made = [...world.records.values()].filter(({ customerReference }) => customerReference === reference)
  promise(made.length <= 1, 'a request makes one record, however often it comes')
  promise(new Set(answers.map(({ id }) => id)).size <= 1, 'a request is answered with one record')
  for (const { id, isDuplicate } of answers) {
    const record = world.records.get(id)
    promise(record !== undefined, 'an answered order was accepted')
    promise(
      isDuplicate || record!.customerReference === reference,
      'an order is answered with its own record',
    )
    promise(!isDuplicate || !isRevisit, 'a revisit is no duplicate')
  }
}

/** When a record came and, if its customer cancelled it, when that was. */
const lifeOf = ({ ends }: World, record: Verification): [number, number] => [
  Date.parse(record.requestedAt),
  record.outcome === 'cancelled' ? (ends.get(record.id)?.[0]?.atMs ?? Infinity) : Infinity,
]

/** An order that is no revisit stands only if the latest equal one before it was cancelled by then. */
const checkDuplicate = (world: World, other: Verification, earlier: readonly Verification[]): void => {
  const latest = earlier.findLast(one => sameness(one) === sameness(other))
  const isOver = !latest || lifeOf(world, latest)[1] <= lifeOf(world, other)[0]
  promise(isOver, 'equal orders make one record, unless the first was cancelled')
}

const checkDuplicates = (world: World): void => {
  const { records, requests, orderedAtMs } = world
  const revisits = new Set(requests.filter(({ isRevisit }) => isRevisit).map(({ reference }) => reference))
  const ordered = [...records.values()]
  for (const [index, record] of ordered.entries())
    if (!revisits.has(record.customerReference)) checkDuplicate(world, record, ordered.slice(0, index))
  for (const { answers, reference } of requests)
    for (const { id, isDuplicate } of answers) {
      const [, cancelledMs] = lifeOf(world, records.get(id)!)
      const isLive = !isDuplicate || cancelledMs > orderedAtMs.get(reference)!
      promise(isLive, 'a cancelled order is nobody’s duplicate')
    }
}

const eventsAbout = (world: World, id: number, type: EventType): Frozen[] =>
  [...world.events.values()].filter(event => event.verificationId === id && event.type === type)

const checkCompletion = (world: World, record: Verification): void => {
  const frozen = eventsAbout(world, record.id, 'verification_completed')
  promise(frozen.length === 1, 'a final record has one completion event')
  const [event] = frozen
  promise(event!.id === eventIdOf(record.id, event!.type), 'its id is derived')
  promise(
    event!.bytes === bytesAbout(record, event!.type, record.updatedAt),
    'its bytes are the final record’s',
  )
}

/** Those who asked hear of a beginning, unless the stream lost it: reconciliation looks for ends alone. */
const checkStart = (world: World, record: Verification): void => {
  const verificationType = record.product === 'employment' ? 'employment' : 'address'
  const wanting = [...world.endpoints.values()].filter(({ filters }) =>
    wants(filters, verificationType, 'verification_started'),
  )
  const least = wanting.some(({ createdAtMs }) => createdAtMs < Date.parse(record.requestedAt)) ? 1 : 0
  const most = wanting.length > 0 ? 1 : 0
  const { length } = eventsAbout(world, record.id, 'verification_started')
  promise(
    (length >= least && length <= most) || (world.lost.size > 0 && length === 0),
    'a beginning is told where it is wanted',
  )
  promise(eventsAbout(world, record.id, 'verification_delayed').length <= 1, 'lateness is told once')
}

const attemptsOf = (world: World, eventId: string, endpointId: number): Attempt[] =>
  [...world.attempts]
    .filter(([key]) => key.startsWith(`${eventId} ${endpointId} `))
    .map(([, attempt]) => attempt)
    .toSorted((one, other) => one.number - other.number)

const checkEnd = (world: World, attempts: readonly Attempt[]): void => {
  const last = attempts.at(-1)
  promise(last !== undefined, 'an enabled endpoint is sent what it wants')
  const isTried = last!.result === 'gave-up' && last!.number - last!.first + 1 === 10
  const isOffOnTheWay = last!.result === 'disable' && world.searches.count > 0
  promise(isTried || isOffOnTheWay, 'it is tried until it arrives, or to the end of the schedule')
}

/** When what an event tells happened. */
const happenedAtMs = ({ records }: World, { type, verificationId }: Frozen): number => {
  const { requestedAt, delayedAt, updatedAt } = records.get(verificationId)!
  if (type === 'verification_started') return Date.parse(requestedAt)
  return Date.parse(type === 'verification_delayed' ? delayedAt! : updatedAt)
}

const checkDelivery = (world: World, endpoint: Endpoint, event: Frozen): void => {
  const arrived = world.receipts.filter(
    ({ endpointId, eventId, isSuccess }) => isSuccess && endpointId === endpoint.id && eventId === event.id,
  )
  const isWanted = wants(endpoint.filters, event.verificationType, event.type)
  const isBefore = endpoint.createdAtMs < happenedAtMs(world, event)
  promise(isWanted || arrived.length === 0, 'an endpoint is sent what it asked for')
  if (!isWanted || !isBefore) return
  promise(arrived.length <= 1 + disturbances(world), 'what arrived is not sent again')
  const attempts = attemptsOf(world, event.id, endpoint.id)
  promise(world.searches.count > 0 || attempts.length <= 10, 'the schedule has ten attempts')
  if (arrived.length === 0 && endpoint.enabled) checkEnd(world, attempts)
}

const checkReceipts = (world: World): void => {
  promise(world.pushed.count === 0, 'a failing endpoint is left to its probe')
  promise(
    world.sent.every(({ isKnown }) => isKnown),
    'no delivery of an event that does not exist',
  )
  for (const { eventId, endpointId, bytes, atMs } of world.receipts) {
    promise(world.events.get(eventId)?.bytes === bytes, 'what is sent are the event’s own bytes')
    const { disabledAtMs = Infinity, enabled } = world.endpoints.get(endpointId)!
    promise(enabled || atMs < disabledAtMs + hourMs, 'an endpoint that is off is sent nothing')
  }
}

/** While an endpoint fails, it is probed by one at a time. */
const checkProbes = (world: World, { id }: Endpoint): void => {
  const times = world.probes.filter(({ endpointId }) => endpointId === id).map(({ atMs }) => atMs)
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  const isEasy = world.switchedOn.has(id) || gaps.every(gap => gap >= 19_000)
  promise(isEasy, 'a failing endpoint is probed by one at a time')
}

const checkHealth = (world: World, endpoint: Endpoint): void => {
  const made = [...world.attempts]
    .filter(([key]) => key.split(' ')[1] === `${endpoint.id}`)
    .map(([, attempt]) => attempt)
    .toSorted((one, other) => one.atMs - other.atMs)
  const last = made.at(-1)
  const isWell = last?.result === 'delivered' && made.at(-2)?.atMs !== last.atMs
  if (world.isCalm && endpoint.enabled && isWell)
    promise(!endpoint.failingSince, 'an endpoint whose last attempt arrived is not failing')
  const isGone = made.some(attempt => attempt.isGone)
  if (isGone && !world.switchedOn.has(endpoint.id) && world.isCalm)
    promise(!endpoint.enabled, 'a receiver that is gone is left alone')
}

const checkRest = (world: World): void => {
  for (const [id, { isOver }] of world.executions) {
    promise(world.records.has(id), 'a workflow is of an order')
    promise(isOver, 'no workflow runs on')
  }
  promise(!world.isCalm || world.late.count === 0, 'a workflow ends with its record')
}

/** @throws Broken naming the promise that this schedule broke */
export const judge = (world: World): void => {
  for (const record of world.records.values()) {
    checkRecord(world, record)
    checkCompletion(world, record)
    checkStart(world, record)
  }
  checkTold(world)
  for (const request of world.requests) checkAnswers(world, request)
  checkDuplicates(world)
  checkReceipts(world)
  for (const endpoint of world.endpoints.values()) {
    checkProbes(world, endpoint)
    checkHealth(world, endpoint)
    for (const event of world.events.values()) checkDelivery(world, endpoint, event)
  }
  for (const { verificationId } of world.events.values())
    promise(world.records.has(verificationId), 'an event is of an order')
  checkRest(world)
}
