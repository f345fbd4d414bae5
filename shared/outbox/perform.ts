import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { type Message, messageOf, sendAll } from '../aws/queue.ts'
import { freezeEnvelope } from '../event/body.ts'
import { type Event, envelopeOf, eventOf, isWanted, lateEnvelopeOf } from '../event/event.ts'
import { expire } from '../fieldwork/ending.ts'
import { linkSeconds, photoUrls } from '../fieldwork/photo-url.ts'
import type { Signal } from '../fieldwork/signal.ts'
import { callAgent } from '../fieldwork/simulated/call-agent.ts'
import { sendTry } from '../identity/late/accept.ts'
import { concludedAnswer } from '../identity/late/conclude.ts'
import { removeLate } from '../identity/late/store.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { definitionOf } from '../verification/product/definitions.ts'
import { markTold } from '../verification/store.ts'
import { keyOf } from '../verification/verification.ts'
import { firstDelivery, sendDeliveries } from '../webhook/delivery/queue.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'
import type { Effect } from './effect.ts'

/**
 * Freezes an event and sends the deliveries that it needs: the one road for what is told. A completion is always kept;
 * the other events only if an endpoint asked for them. Built a second time, it is the first build that stays and is
 * delivered.
 */
const publish = async (event: Event, envelope: () => Promise<object> | object): Promise<void> => {
  const wanting = (await listEndpoints(event)).filter(({ events }) => isWanted(events, event))
  if (wanting.length === 0 && event.eventType !== 'verification_completed') return
  const isNew = await freezeEnvelope(event, await envelope())
  const { organisationId, mode, id: eventId } = event
  // One that is switched off is sent it when it is switched on again.
  const enabled = wanting.filter(endpoint => endpoint.enabled)
  log(isNew ? 'event.frozen' : 'event.known', { organisationId, mode, eventId, count: enabled.length })
  await sendDeliveries(enabled.map(endpoint => firstDelivery(event, eventId, endpoint.id)))
}

/** Events have a time of their own: they are listed in the order in which they could first be read. */
const now = (): string => new Date().toISOString()

const publishVerification = async ({
  type,
  verification,
  at,
}: Extract<Effect, { kind: 'publish' }>): Promise<void> => {
  const key = keyOf(verification)
  const about = { event: definitionOf[verification.product].noun, eventType: type, occurredAt: at }
  const links = () => photoUrls(Date.parse(at), linkSeconds.event)
  await publish(eventOf(key, about, now()), async () => envelopeOf(verification, type, await links()))
  if (type === 'verification_completed') await markTold(key)
}

/** The answer is kept until its deliveries are stored: a crash before its end repeats the whole. */
const publishLate = async (key: VerificationKey): Promise<void> => {
  const concluded = await concludedAnswer(key)
  if (!concluded) return
  const { answer, product, occurredAt } = concluded
  const about = { event: 'identity', eventType: 'verification_completed', product, occurredAt } as const
  await publish(eventOf(key, about, now()), () => lateEnvelopeOf(key.verificationId, answer))
  await removeLate(key)
}

const signalMessage = ({ signal, key }: Extract<Effect, { kind: 'signal' }>): Message => {
  const body: Signal = { ...key, signal }
  return messageOf(body)
}

/** Performs one effect: what it makes is stored in the table or in a queue when this resolves. */
export const perform = async (effect: Effect): Promise<void> => {
  switch (effect.kind) {
    case 'signal':
      return sendAll(setting('COMPLETIONS_QUEUE_URL'), [signalMessage(effect)])
    case 'visit':
      return callAgent(effect.key, effect.afterSeconds ?? setting('SIMULATED_AGENT_DELAY_SECONDS'))
    case 'try':
      return sendTry(effect.next, Date.now())
    case 'publish':
      return publishVerification(effect)
    case 'publish-late':
      return publishLate(effect.key)
    case 'expire':
      return expire(effect.key, Date.now())
  }
}
