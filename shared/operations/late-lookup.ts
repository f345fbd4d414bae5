import { database } from '../aws/database.ts'
import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import type { Envelope } from '../contract/event.ts'
import type { LateAnswer, LateFailure } from '../contract/identity-answer.ts'
import { eventIdOf, identityEventOf, isWanted } from '../domain/event.ts'
import type { Lookup } from '../domain/identity.ts'
import { presentFound } from '../domain/identity-view.ts'
import { type LateClaim, type LateLookup, type LateTry, nextTryMs } from '../domain/late-lookup.ts'
import { verdictOf } from '../domain/matching.ts'
import { type RegistryAnswer, unavailable } from '../registry/port.ts'
import { listEndpoints } from '../table/endpoint.ts'
import { findEvent, freezing } from '../table/event.ts'
import { concludeLate, findLate, postponeLate } from '../table/late-lookup.ts'
import { retentionDays } from '../table/retention.ts'
import { encode } from '../webhook/envelope.ts'
import { deliveryAfter, sendDeliveries } from './delivery-queue.ts'
import { sealBody } from './event-body.ts'
import { openClaim } from './late-acceptance.ts'
import { sendTry } from './lookup-queue.ts'
import { registryFor } from './registries.ts'

/** How a late look-up ends: what its record keeps, and what its event says. */
interface End {
  readonly outcome: Pick<Lookup, 'verdict' | 'failure' | 'price'>
  readonly answer: LateAnswer
}

const failed = ({ verificationId: id }: LateLookup, failure: LateFailure): End => ({
  outcome: { failure, price: 0 },
  answer: { id, status: { state: 'failed', status: failure } },
})

const endOf = (
  late: LateLookup,
  { claimed }: LateClaim,
  answered: RegistryAnswer,
  nowMs: number,
): End | undefined => {
  if (answered.kind === 'not-found') return failed(late, 'identity_not_found')
  if (answered.kind === 'unavailable')
    return nowMs >= late.giveUpAtMs ? failed(late, 'registry_unavailable') : undefined
  const { person } = answered
  const { product, verificationId: id } = late
  const verdict = verdictOf(claimed, { ...person, dob: person.birthdate })
  const answer = presentFound(product, { id, claimed, person, verdict })
  return { outcome: { verdict, price: setting('PRICES')[product] ?? 0 }, answer }
}

const ask = async (
  { mode, product, attempt }: LateLookup,
  { idNumber }: LateClaim,
): Promise<RegistryAnswer> => {
  const registry = registryFor(mode, product)
  const { kind } = await registry.admit()
  return kind === 'admitted' ? registry.lookUp(idNumber, attempt) : unavailable('circuit-open')
}

/** Sends the event to the endpoints that want it. Bears a repeat: an attempt that was made is not made again. */
const tell = async ({ organisationId, mode, verificationId }: LateTry, nowMs: number): Promise<void> => {
  const eventId = eventIdOf(verificationId, 'verification_completed')
  const event = await findEvent(database, { organisationId, mode }, eventId, nowMs)
  if (!event) return
  const endpoints = await listEndpoints(database, event)
  const wanting = endpoints.filter(({ enabled, events }) => enabled && isWanted(events, event))
  await sendDeliveries(wanting.map(({ id }) => deliveryAfter(event, eventId, id, [])))
}

const conclude = async (late: LateLookup, { outcome, answer }: End): Promise<void> => {
  const completedAt = new Date().toISOString()
  const event = identityEventOf(late, completedAt)
  const envelope: Envelope = {
    event: 'identity',
    event_type: 'verification_completed',
    data: { id: late.verificationId, summary: null, customerReference: '', identity: answer },
  }
  const body = await sealBody(event, encode(envelope))
  await concludeLate(database, late, {
    outcome: { ...outcome, completedAt },
    event: freezing(event, body, retentionDays.identityEvent),
  })
  const { organisationId, mode, verificationId, product, attempt } = late
  const word = outcome.verdict?.matchStatus ?? outcome.failure
  log('identity.concluded-late', { organisationId, mode, verificationId, product, attempt, outcome: word })
}

/** Puts the next try on its way before it is noted: a crash between the two repeats a try instead of losing all. */
const postpone = async (late: LateLookup, nowMs: number): Promise<void> => {
  const { retrySeconds } = setting('LOOKUP_RETRIES')
  const attempt = late.attempt + 1
  const notBeforeMs = nextTryMs(late.attempt, { retrySeconds, giveUpAtMs: late.giveUpAtMs, nowMs })
  const { organisationId, mode, verificationId } = late
  await sendTry({ organisationId, mode, verificationId, attempt, notBeforeMs }, nowMs)
  await postponeLate(database, late, { attempt, notBeforeMs })
}

/** Makes one more try of a look-up whose registry did not answer, and sees to what follows from it. */
export const tryAgain = async (message: LateTry): Promise<void> => {
  const nowMs = Date.now()
  if (message.notBeforeMs > nowMs) return sendTry(message, nowMs)
  const late = await findLate(database, message)
  if (!late) return tell(message, nowMs)
  if (late.attempt !== message.attempt) return undefined
  const claim = await openClaim(late.sealed, late.verificationId)
  const end = endOf(late, claim, await ask(late, claim), nowMs)
  if (!end) return postpone(late, nowMs)
  await conclude(late, end)
  return tell(message, nowMs)
}
