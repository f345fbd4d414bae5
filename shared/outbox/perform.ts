import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import {
  type SqsMessage,
  toDelayedMessage,
  toMessage,
  sendInBatches,
  type UnsentMessages,
} from '../aws/sqs.ts'
import { buildEnvelope, buildLateEnvelope, freezeEnvelope } from '../event/envelope.ts'
import { toEventDraft, type EventDraft, isSubscribed, parseRevision } from '../event/event.ts'
import { expireVerification } from '../assignment/deadline.ts'
import { linkSeconds, photoUrls } from '../evidence/file-token.ts'
import type { Signal } from '../assignment/workflow.ts'
import type { LinkKey } from '../link/link.ts'
import { visitMessage } from '../sandbox/agent/call-agent.ts'
import { saveStats } from '../stats/store.ts'
import { decryptLateResult } from '../identity/late/conclude.ts'
import { removeLate } from '../identity/late/store.ts'
import { settleReservation } from '../ledger/spend-store.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { definitionOf } from '../verification/product/definitions.ts'
import { revisionOf, verificationKeyOf } from '../verification/verification.ts'
import { markPublished } from '../verification/store.ts'
import { type Alert, type AlertMessage, buildAlertEnvelope, toAlertDraft } from '../webhook/alert/alert.ts'
import { markAlertPublished } from '../webhook/alert/alert-store.ts'
import { toFirstDelivery } from '../webhook/delivery/queue.ts'
import type { Effect } from './effect.ts'
import { type FindSubscribers, createSubscriberFinder } from './subscribers.ts'

/** A message and its queue. */
interface OutgoingMessage {
  readonly queueUrl: string
  readonly message: SqsMessage
}

/** An effect of which all is done but its messages, and what is to be done once they are stored. */
interface PreparedEffect {
  readonly letters: readonly OutgoingMessage[]
  readonly end?: () => Promise<void>
}

/** What a receipt speaks of is kept, whoever asked for it. */
const isAlwaysStored = ({ id }: EventDraft): boolean => parseRevision(id) !== undefined

/**
 * Freezes an event and addresses the deliveries that it needs: the one road for what is told. A completion or an update
 * is always kept; the other events only if an endpoint asked for them. Built a second time, it is the first build that
 * stays and is delivered.
 */
const publish = async (
  told: EventDraft,
  { envelope, endpointsAfter }: { envelope: () => Promise<object> | object; endpointsAfter: FindSubscribers },
): Promise<readonly OutgoingMessage[]> => {
  const { id: eventId, organisationId, mode } = told
  const endpoints = await endpointsAfter(told, told.occurredAt)
  const wanting = endpoints.filter(endpoint => isSubscribed(endpoint, told))
  if (wanting.length === 0 && !isAlwaysStored(told)) return []
  const body = await envelope()
  // Events have a time of their own: they are listed in the order in which they could first be read.
  const isNew = await freezeEnvelope({ ...told, createdAt: new Date().toISOString() }, body)
  // One that is switched off is sent it when it is switched on again.
  const enabled = wanting.filter(endpoint => endpoint.enabled)
  log(isNew ? 'event.frozen' : 'event.known', { organisationId, mode, eventId, count: enabled.length })
  const deliveries = enabled.map(endpoint => toFirstDelivery(told, eventId, endpoint.id))
  return deliveries.map(message => ({ queueUrl: setting('DELIVERIES_QUEUE_URL'), message }))
}

const publishVerification = async (
  { type, verification, at }: Extract<Effect, { kind: 'publish' }>,
  endpointsAfter: FindSubscribers,
): Promise<PreparedEffect> => {
  const key = verificationKeyOf(verification)
  const told = toEventDraft(key, {
    event: definitionOf[verification.product].noun,
    eventType: type,
    occurredAt: at,
    ...(type === 'verification_updated' && { revision: revisionOf(verification) }),
  })
  const envelope = async () =>
    buildEnvelope(verification, type, await photoUrls(Date.parse(at), linkSeconds.event))
  const letters = await publish(told, { envelope, endpointsAfter })
  return { letters, ...(isAlwaysStored(told) && { end: () => markPublished(key, revisionOf(verification)) }) }
}

/** The answer is kept until its deliveries are stored: a crash before its end repeats the whole. */
const publishLate = async (
  key: VerificationKey,
  endpointsAfter: FindSubscribers,
): Promise<PreparedEffect> => {
  const concluded = await decryptLateResult(key)
  if (!concluded) return { letters: [] }
  const { answer, product, occurredAt } = concluded
  const told = toEventDraft(key, {
    event: 'identity',
    eventType: 'verification_completed',
    product,
    occurredAt,
  })
  const envelope = () => buildLateEnvelope(key.verificationId, answer)
  return { letters: await publish(told, { envelope, endpointsAfter }), end: () => removeLate(key) }
}

const alertLetter = ({ organisationId, mode, endpointId, revision }: Alert): OutgoingMessage => ({
  queueUrl: setting('MESSAGES_QUEUE_URL'),
  message: toMessage<AlertMessage>({ kind: 'alert', organisationId, mode, endpointId, revision }),
})

/** It is told once both its event and its letter are stored: a crash before that repeats the whole. */
const publishAlert = async (alert: Alert, endpointsAfter: FindSubscribers): Promise<PreparedEffect> => {
  const envelope = () => buildAlertEnvelope(alert)
  const letters = await publish(toAlertDraft(alert), { envelope, endpointsAfter })
  return {
    letters: [...letters, alertLetter(alert)],
    end: () => markAlertPublished(alert, new Date().toISOString()),
  }
}

const signalLetter = ({ signal, key }: Extract<Effect, { kind: 'signal' }>): OutgoingMessage => {
  const body: Signal = { ...key, signal }
  return { queueUrl: setting('COMPLETIONS_QUEUE_URL'), message: toMessage(body) }
}

const visitLetter = ({ key, afterSeconds }: Extract<Effect, { kind: 'visit' }>): OutgoingMessage => ({
  queueUrl: setting('VISITS_QUEUE_URL'),
  message: visitMessage(key, afterSeconds ?? setting('SIMULATED_AGENT_DELAY_SECONDS')),
})

const tryLetter = ({ next }: Extract<Effect, { kind: 'try' }>): OutgoingMessage => ({
  queueUrl: setting('LOOKUPS_QUEUE_URL'),
  message: toDelayedMessage(next, Date.now()),
})

const linkLetter = ({ link }: Extract<Effect, { kind: 'message' }>): OutgoingMessage => ({
  queueUrl: setting('MESSAGES_QUEUE_URL'),
  message: toMessage<LinkKey>(link),
})

/** What a whole batch needs once: the endpoints of its tenants, and the line of what it counts. */
interface Batch {
  readonly endpointsAfter: FindSubscribers
  readonly tallied: Promise<void>
}

const begin = async (effect: Effect, { endpointsAfter, tallied }: Batch): Promise<PreparedEffect> => {
  switch (effect.kind) {
    case 'signal':
      return { letters: [signalLetter(effect)] }
    case 'visit':
      return { letters: [visitLetter(effect)] }
    case 'try':
      return { letters: [tryLetter(effect)] }
    case 'message':
      return { letters: [linkLetter(effect)] }
    case 'publish':
      return publishVerification(effect, endpointsAfter)
    case 'publish-late':
      return publishLate(effect.key, endpointsAfter)
    case 'alert':
      return publishAlert(effect.alert, endpointsAfter)
    case 'expire':
      await expireVerification(effect.key, Date.now())
      return { letters: [] }
    case 'settle':
      await settleReservation(effect.key, effect.reservation, effect.charged, new Date().toISOString())
      return { letters: [] }
    case 'tally':
      await tallied
      return { letters: [] }
  }
}

/** Sends each queue its messages together. */
const post = async (letters: readonly OutgoingMessage[]): Promise<UnsentMessages> => {
  const byQueue = [...Map.groupBy(letters, ({ queueUrl }) => queueUrl)]
  const unsent = byQueue.map(([queueUrl, own]) =>
    sendInBatches(
      queueUrl,
      own.map(({ message }) => message),
    ),
  )
  return new Map((await Promise.all(unsent)).flatMap(one => [...one]))
}

/** @throws what kept one of the messages from being stored */
const finish = async (begun: readonly PreparedEffect[], unsent: UnsentMessages): Promise<void> => {
  for (const { message } of begun.flatMap(({ letters }) => letters))
    if (unsent.has(message)) throw unsent.get(message)
  await Promise.all(begun.map(({ end }) => end?.()))
}

/** Counts what a batch has to count, all together. What cannot be kept fails the changes that it is of. */
const tally = (changes: readonly (readonly Effect[])[], nowMs: number): Promise<void> => {
  const entries = changes.flat().flatMap(effect => (effect.kind === 'tally' ? [effect.entry] : []))
  const tallied = saveStats(entries, nowMs)
  tallied.catch(() => {})
  return tallied
}

/**
 * Performs what follows from each of many changes, all together: what they make is stored in the table, then in the
 * queues, and only then is noted that it was told. A change whose part fails at any of these keeps no other back;
 * performed anew, it does no harm. Answers how each ended.
 */
export const performEffects = async (
  changes: readonly (readonly Effect[])[],
): Promise<readonly PromiseSettledResult<void>[]> => {
  const nowMs = Date.now()
  const batch = { endpointsAfter: createSubscriberFinder(nowMs), tallied: tally(changes, nowMs) }
  const beginAll = (effects: readonly Effect[]) => Promise.all(effects.map(effect => begin(effect, batch)))
  const begun = await Promise.allSettled(changes.map(beginAll))
  const unsent = await post(
    begun.flatMap(one => (one.status === 'fulfilled' ? one.value.flatMap(({ letters }) => letters) : [])),
  )
  return Promise.allSettled(
    begun.map(one => (one.status === 'fulfilled' ? finish(one.value, unsent) : Promise.reject(one.reason))),
  )
}
