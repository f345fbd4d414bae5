import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { type Message, maxDelaySeconds, messageOf, sendAll } from '../aws/queue.ts'
import { encode } from '../event/encode.ts'
import { envelopeOf, eventOf, isWanted } from '../event/event.ts'
import { pack } from '../event/packing.ts'
import { freeze } from '../event/store.ts'
import { photoUrls } from '../fieldwork/photo-url.ts'
import type { Signal, Visit } from '../fieldwork/signal.ts'
import { sendTry } from '../identity/late/queue.ts'
import { deliveryAfter, sendDeliveries } from '../webhook/delivery/queue.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'
import type { Effect } from './effect.ts'

/**
 * Freezes an event and names the deliveries that it needs. A completion is always kept; the other events only if
 * an endpoint asked for them. Built a second time, it is the first build that stays and is delivered.
 */
const publish = async ({
  type,
  verification,
  at,
}: Extract<Effect, { kind: 'publish' }>): Promise<Message[]> => {
  // Its own time, not the verification's: events are listed in the order in which they could first be read.
  const event = eventOf(verification, type, new Date().toISOString())
  const wanting = (await listEndpoints(event)).filter(({ events }) => isWanted(events, event))
  if (wanting.length === 0 && type !== 'verification_completed') return []
  const body = encode(envelopeOf(verification, type, await photoUrls(Date.parse(at))))
  const isNew = await freeze(event, pack(body))
  const { organisationId, mode, id: eventId } = event
  // One that is switched off is sent it when it is switched on again.
  const enabled = wanting.filter(endpoint => endpoint.enabled)
  log(isNew ? 'event.frozen' : 'event.known', { organisationId, mode, eventId, count: enabled.length })
  return enabled.map(endpoint => deliveryAfter(event, eventId, endpoint.id, []))
}

const signalMessage = ({ signal, key }: Extract<Effect, { kind: 'signal' }>): Message => {
  const body: Signal = { ...key, signal }
  return messageOf(body)
}

const visitMessage = ({ key }: Extract<Effect, { kind: 'visit' }>): Message => {
  const body: Visit = key
  const delaySeconds = Math.min(maxDelaySeconds, setting('SIMULATED_AGENT_DELAY_SECONDS'))
  return { ...messageOf(body), delaySeconds }
}

/** Performs one effect: what it makes is stored in the table or in a queue when this resolves. */
export const perform = async (effect: Effect): Promise<void> => {
  switch (effect.kind) {
    case 'signal':
      return sendAll(setting('COMPLETIONS_QUEUE_URL'), [signalMessage(effect)])
    case 'visit':
      return sendAll(setting('VISITS_QUEUE_URL'), [visitMessage(effect)])
    case 'try':
      return sendTry(effect.next, Date.now())
    case 'publish':
      return sendDeliveries(await publish(effect))
  }
}
