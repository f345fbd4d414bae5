import { expireVerification } from '../work/assignment/deadline.ts'
import type { Signal } from '../work/assignment/workflow.ts'
import { clockSkewMs } from '../aws/clock.ts'
import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import {
  type SqsMessage,
  sendInBatches,
  toDelayedMessage,
  toMessage,
  type UnsentMessages,
} from '../aws/sqs.ts'
import { buildEnvelope, buildLateEnvelope, freezeEnvelope } from '../event/envelope.ts'
import { type EventDraft, isSubscribed, parseRevision, toEventDraft } from '../event/event.ts'
import { linkSeconds, photoUrls } from '../evidence/file-token.ts'
import { decryptLateResult } from '../identity/late/conclude.ts'
import { removeLate } from '../identity/late/store.ts'
import { settleReservation } from '../ledger/spend-store.ts'
import type { LinkKey } from '../link/link.ts'
import { saveFacts } from '../numbers/fact-store.ts'
import { visitMessage } from '../sandbox/agent/call-agent.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import { saveCases } from '../case/index-store.ts'
import { verificationTypeOf } from '../verification/contract/product.ts'
import { markPublished } from '../verification/transition-store.ts'
import { revisionOf, verificationKeyOf } from '../verification/verification.ts'
import { type Alert, type AlertMessage, buildAlertEnvelope, toAlertDraft } from '../webhook/alert/alert.ts'
import { markAlertPublished } from '../webhook/alert/alert-store.ts'
import { toFirstDelivery } from '../webhook/delivery/queue.ts'
import type { Endpoint } from '../webhook/endpoint/endpoint.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'
import type { Effect } from './effect.ts'

/** Finds a tenant's endpoints as they were at some time after `at`. */
type FindSubscribers = (tenant: Tenant, at: string) => Promise<readonly Endpoint[]>

/** Maximum age of a cached list. The second search of `webhook/delivery/resume-endpoint.ts` relies on it. */
const maxAgeMs = 5000
const maxTenants = 1000

interface EndpointList {
  readonly readAtMs: number
  readonly endpoints: readonly Endpoint[]
}

const lists = new Map<string, EndpointList>()

const readEndpoints = async (id: string, tenant: Tenant): Promise<readonly Endpoint[]> => {
  const readAtMs = Date.now()
  const endpoints = await listEndpoints(tenant)
  if (lists.size >= maxTenants) lists.clear()
  lists.set(id, { readAtMs, endpoints })
  return endpoints
}

/**
 * Creates the finder of a batch whose changes all happened before `openedAtMs`. A list is read once a batch, or comes
 * from an earlier one if it was read after the change: an endpoint that was registered just before an order receives
 * its events.
 */
const createSubscriberFinder = (openedAtMs: number): FindSubscribers => {
  const reading = new Map<string, Promise<readonly Endpoint[]>>()
  return async (tenant, at) => {
    const id = `${tenant.organisationId} ${tenant.mode}`
    const known = lists.get(id)
    const isOurs = known && known.readAtMs >= openedAtMs
    const isLater = known && known.readAtMs >= Math.max(Date.now() - maxAgeMs, Date.parse(at) + clockSkewMs)
    if (isOurs || isLater) return known.endpoints
    const own = reading.get(id) ?? readEndpoints(id, tenant)
    reading.set(id, own)
    return own
  }
}

interface OutgoingMessage {
  readonly queueUrl: string
  readonly message: SqsMessage
}

interface PreparedEffect {
  readonly messages: readonly OutgoingMessage[]
  readonly commit?: () => Promise<unknown>
}

/** Receipts name the events of completions and updates, so that these are stored even if nobody receives them. */
const isAlwaysStored = ({ id }: EventDraft): boolean => parseRevision(id) !== undefined

const publish = async (
  draft: EventDraft,
  buildBody: () => Promise<object> | object,
  findSubscribers: FindSubscribers,
): Promise<readonly OutgoingMessage[]> => {
  const { id: eventId, organisationId, mode } = draft
  const endpoints = await findSubscribers(draft, draft.occurredAt)
  const subscribed = endpoints.filter(endpoint => isSubscribed(endpoint, draft))
  if (subscribed.length === 0 && !isAlwaysStored(draft)) return []
  const body = await buildBody()
  // Events are listed in the order in which they could first be read, so that they have a time of their own.
  const isNew = await freezeEnvelope({ ...draft, createdAt: new Date().toISOString() }, body)
  // A disabled endpoint receives it when it is enabled again.
  const enabled = subscribed.filter(endpoint => endpoint.enabled)
  log(isNew ? 'event.frozen' : 'event.known', { organisationId, mode, eventId, count: enabled.length })
  return enabled.map(({ id }) => ({
    queueUrl: setting('DELIVERIES_QUEUE_URL'),
    message: toFirstDelivery(draft, eventId, id),
  }))
}

const publishVerification = async (
  { type, verification, at }: Extract<Effect, { kind: 'publish' }>,
  findSubscribers: FindSubscribers,
): Promise<PreparedEffect> => {
  const key = verificationKeyOf(verification)
  const draft = toEventDraft(key, {
    event: verificationTypeOf[verification.product],
    eventType: type,
    occurredAt: at,
    ...(type === 'verification_updated' && { revision: revisionOf(verification) }),
  })
  const build = async () =>
    buildEnvelope(verification, type, await photoUrls(Date.parse(at), linkSeconds.event))
  return {
    messages: await publish(draft, build, findSubscribers),
    ...(isAlwaysStored(draft) && { commit: () => markPublished(key, revisionOf(verification)) }),
  }
}

/** The result is stored until its deliveries are: a crash before the commit repeats the whole. */
const publishLate = async (
  key: VerificationKey,
  findSubscribers: FindSubscribers,
): Promise<PreparedEffect> => {
  const result = await decryptLateResult(key)
  if (!result) return { messages: [] }
  const { answer, product, occurredAt } = result
  const about = { event: 'identity', eventType: 'verification_completed', product, occurredAt } as const
  const build = () => buildLateEnvelope(key.verificationId, answer)
  return {
    messages: await publish(toEventDraft(key, about), build, findSubscribers),
    commit: () => removeLate(key),
  }
}

/** Published once both its event and its email are queued: a crash before that repeats the whole. */
const publishAlert = async (alert: Alert, findSubscribers: FindSubscribers): Promise<PreparedEffect> => {
  const { organisationId, mode, endpointId, revision } = alert
  const email: AlertMessage = { kind: 'alert', organisationId, mode, endpointId, revision }
  const deliveries = await publish(toAlertDraft(alert), () => buildAlertEnvelope(alert), findSubscribers)
  return {
    messages: [...deliveries, { queueUrl: setting('MESSAGES_QUEUE_URL'), message: toMessage(email) }],
    commit: () => markAlertPublished(alert, new Date().toISOString()),
  }
}

const send = (queueUrl: string, message: SqsMessage): PreparedEffect => ({
  messages: [{ queueUrl, message }],
})

type SavedKind = 'fact' | 'case' | 'agent-case'
type SavedTogether = Readonly<Record<SavedKind, Promise<unknown>>>

/** Saves what a whole batch has of facts and of cases in few writes. Where one fails, each change that has some fails. */
const saveTogether = (effects: readonly Effect[], nowMs: number): SavedTogether => {
  const only = <Kind extends SavedKind>(...kinds: readonly Kind[]) =>
    effects.filter((effect): effect is Extract<Effect, { kind: Kind }> =>
      kinds.some(kind => kind === effect.kind),
    )
  const fact = saveFacts(
    only('fact').map(effect => effect.fact),
    nowMs,
  )
  const cases = saveCases(only('case', 'agent-case'))
  for (const one of [fact, cases]) one.catch(() => {})
  return { fact, case: cases, 'agent-case': cases }
}

const prepare = async (
  effect: Effect,
  findSubscribers: FindSubscribers,
  saved: SavedTogether,
): Promise<PreparedEffect> => {
  switch (effect.kind) {
    case 'signal':
      return send(
        setting('COMPLETIONS_QUEUE_URL'),
        toMessage<Signal>({ ...effect.key, signal: effect.signal }),
      )
    case 'visit': {
      const afterSeconds = effect.afterSeconds ?? setting('SIMULATED_AGENT_DELAY_SECONDS')
      return send(setting('VISITS_QUEUE_URL'), visitMessage(effect.key, afterSeconds))
    }
    case 'try':
      return send(setting('LOOKUPS_QUEUE_URL'), toDelayedMessage(effect.next, Date.now()))
    case 'message':
      return send(setting('MESSAGES_QUEUE_URL'), toMessage<LinkKey>(effect.link))
    case 'publish':
      return publishVerification(effect, findSubscribers)
    case 'publish-late':
      return publishLate(effect.key, findSubscribers)
    case 'alert':
      return publishAlert(effect.alert, findSubscribers)
    case 'expire':
      await expireVerification(effect.key, Date.now())
      return { messages: [] }
    case 'settle':
      await settleReservation(effect.key, effect.reservation, effect.charged, new Date().toISOString())
      return { messages: [] }
    case 'case':
    case 'agent-case':
    case 'fact':
      await saved[effect.kind]
      return { messages: [] }
  }
}

const sendMessages = async (messages: readonly OutgoingMessage[]): Promise<UnsentMessages> => {
  const byQueue = Map.groupBy(messages, ({ queueUrl }) => queueUrl)
  const unsent = [...byQueue].map(([url, own]) =>
    sendInBatches(
      url,
      own.map(({ message }) => message),
    ),
  )
  return new Map((await Promise.all(unsent)).flatMap(one => [...one]))
}

/** @throws the reason why one of the messages was not stored */
const commit = async (prepared: readonly PreparedEffect[], unsent: UnsentMessages): Promise<void> => {
  for (const { message } of prepared.flatMap(({ messages }) => messages))
    if (unsent.has(message)) throw unsent.get(message)
  await Promise.all(prepared.map(each => each.commit?.()))
}

/**
 * Performs the effects of many changes together: first the writes to the table, then the messages, then the commits.
 * A change that fails holds no other up, and its effects may be performed again. Returns the result of each change.
 */
export const performEffects = async (
  changes: readonly (readonly Effect[])[],
): Promise<readonly PromiseSettledResult<void>[]> => {
  const nowMs = Date.now()
  const findSubscribers = createSubscriberFinder(nowMs)
  const saved = saveTogether(changes.flat(), nowMs)
  const prepared = await Promise.allSettled(
    changes.map(effects => Promise.all(effects.map(one => prepare(one, findSubscribers, saved)))),
  )
  const done = prepared.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
  const unsent = await sendMessages(done.flatMap(({ messages }) => messages))
  return Promise.allSettled(
    prepared.map(one =>
      one.status === 'fulfilled' ? commit(one.value, unsent) : Promise.reject(one.reason),
    ),
  )
}
