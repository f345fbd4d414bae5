import { listPrice } from '../../account/price.ts'
import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { sealBody } from '../../event/body.ts'
import type { Envelope } from '../../event/contract.ts'
import { encode } from '../../event/encode.ts'
import { eventIdOf, identityEventOf, isWanted } from '../../event/event.ts'
import { findEvent, freezing } from '../../event/store.ts'
import { retentionDays } from '../../table/retention.ts'
import { deliveryAfter, sendDeliveries } from '../../webhook/delivery/queue.ts'
import { listEndpoints } from '../../webhook/endpoint/store.ts'
import type { LateFailure } from '../contract/check.ts'
import type { LateAnswer } from '../contract/look-up.ts'
import type { Lookup } from '../look-up.ts'
import { verdictOf } from '../matching/matching.ts'
import { productNamed } from '../products.ts'
import { type RegistryAnswer, unavailable } from '../registry/port.ts'
import { registryFor } from '../registry/registries.ts'
import { openClaim } from './accept.ts'
import { type LateClaim, type LateLookup, type LateTry, nextTryMs } from './late-lookup.ts'
import { sendTry } from './queue.ts'
import { concludeLate, findLate, postponeLate } from './store.ts'

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
  const { verificationId: id } = late
  const { name, country, answer } = productNamed(late.product)
  const verdict = verdictOf(claimed, { ...person, dob: person.birthdate }, country)
  const found = answer.toAnswer({ id, claimed, person, verdict })
  return { outcome: { verdict, price: listPrice(name) }, answer: found }
}

const ask = async (
  { mode, product, attempt }: LateLookup,
  { idNumber }: LateClaim,
): Promise<RegistryAnswer> => {
  const registry = registryFor(mode, productNamed(product))
  const { kind } = await registry.admit()
  return kind === 'admitted' ? registry.lookUp(idNumber, attempt) : unavailable('circuit-open')
}

/** Sends the event to the endpoints that want it. Bears a repeat: an attempt that was made is not made again. */
const tell = async ({ organisationId, mode, verificationId }: LateTry, nowMs: number): Promise<void> => {
  const eventId = eventIdOf(verificationId, 'verification_completed')
  const event = await findEvent({ organisationId, mode }, eventId, nowMs)
  if (!event) return
  const endpoints = await listEndpoints(event)
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
  await concludeLate(late, {
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
  await postponeLate(late, { attempt, notBeforeMs })
}

/** Makes one more try of a look-up whose registry did not answer, and sees to what follows from it. */
export const tryAgain = async (message: LateTry): Promise<void> => {
  const nowMs = Date.now()
  if (message.notBeforeMs > nowMs) return sendTry(message, nowMs)
  const late = await findLate(message)
  if (!late) return tell(message, nowMs)
  if (late.attempt !== message.attempt) return undefined
  const claim = await openClaim(late.sealed, late.verificationId)
  const end = endOf(late, claim, await ask(late, claim), nowMs)
  if (!end) return postpone(late, nowMs)
  await conclude(late, end)
  return tell(message, nowMs)
}
