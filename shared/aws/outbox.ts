import type { Owner } from '../domain/caller.ts'
import type { Effect } from '../domain/effect.ts'
import { envelopeOf, eventOf, isWanted } from '../domain/event.ts'
import type { Delivery, Signal, Visit } from '../domain/message.ts'
import { listEndpoints } from '../table/endpoint.ts'
import { freeze } from '../table/event.ts'
import { encode } from '../webhook/envelope.ts'
import { pack } from '../webhook/packing.ts'
import { database } from './database.ts'
import { setting } from './environment.ts'
import { log } from './log.ts'
import { photoUrls } from './photo-url.ts'
import { type Message, sendAll } from './queue.ts'

/** The longest delay that a queue message can have, in seconds. */
const longestDelaySeconds = 900

/** Each organisation is a message group of its own, so that one that is busy does not delay the others. */
const groupOf = ({ organisationId, mode }: Owner): string => `${organisationId}-${mode}`

/**
 * Freezes an event and names the deliveries that it needs. A completion is always kept; the other events only if
 * an endpoint asked for them. Built a second time, it is the first build that stays and is delivered.
 */
const publish = async ({
  type,
  verification,
  at,
}: Extract<Effect, { kind: 'publish' }>): Promise<Message[]> => {
  const event = eventOf(verification, type, at)
  const endpoints = await listEndpoints(database, event)
  const wanting = endpoints.filter(endpoint => endpoint.enabled && isWanted(endpoint.events, event))
  if (wanting.length === 0 && type !== 'verification_completed') return []
  const body = encode(envelopeOf(verification, type, await photoUrls(Date.parse(at))))
  const isNew = await freeze(database, event, pack(body))
  const { organisationId, mode, id: eventId } = event
  log(isNew ? 'event.frozen' : 'event.known', { organisationId, mode, eventId, count: wanting.length })
  return wanting.map(endpoint => {
    const delivery: Delivery = {
      organisationId,
      mode,
      eventId,
      endpointId: endpoint.id,
      attempt: 1,
      notBeforeMs: 0,
    }
    return { body: delivery, group: groupOf(event) }
  })
}

const signalMessage = ({ signal, key }: Extract<Effect, { kind: 'signal' }>): Message => {
  const body: Signal = { ...key, signal }
  return { body, group: groupOf(key) }
}

const visitMessage = ({ key }: Extract<Effect, { kind: 'visit' }>): Message => {
  const body: Visit = key
  const delaySeconds = Math.min(longestDelaySeconds, setting('SIMULATED_AGENT_DELAY_SECONDS'))
  return { body, group: groupOf(key), delaySeconds }
}

/** Performs one effect: what it makes is stored in the table or in a queue when this resolves. */
export const perform = async (effect: Effect): Promise<void> => {
  switch (effect.kind) {
    case 'signal':
      return sendAll(setting('COMPLETIONS_QUEUE_URL'), [signalMessage(effect)])
    case 'visit':
      return sendAll(setting('VISITS_QUEUE_URL'), [visitMessage(effect)])
    case 'publish':
      return sendAll(setting('DELIVERIES_QUEUE_URL'), await publish(effect))
  }
}
