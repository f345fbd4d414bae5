import { listPrice } from '../../account/price.ts'
import { setting } from '../../aws/environment.ts'
import type { LateFailure } from '../contract/check.ts'
import { verdictOf } from '../matching/matching.ts'
import { productNamed } from '../products.ts'
import { type RegistryAnswer, unavailable } from '../registry/port.ts'
import { registryFor } from '../registry/registries.ts'
import { openClaim, sendTry } from './accept.ts'
import { concludeWith, type End } from './conclude.ts'
import { type LateClaim, type LateLookup, type LateTry, nextTryMs } from './late-lookup.ts'
import { findLate, postponeLate } from './store.ts'

const failed = ({ verificationId: id }: LateLookup, failure: LateFailure): End => ({
  kept: { failure, price: 0 },
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
  return { kept: { verdict, price: listPrice(name) }, answer: found }
}

const ask = async (
  { mode, product, attempt }: LateLookup,
  { idNumber }: LateClaim,
): Promise<RegistryAnswer> => {
  const registry = registryFor(mode, productNamed(product))
  const { kind } = await registry.admit()
  return kind === 'admitted' ? registry.lookUp(idNumber, attempt) : unavailable('circuit-open')
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

/** Makes one more try of a look-up whose registry did not answer, and ends it or sees to the next. */
export const tryAgain = async (message: LateTry): Promise<void> => {
  const nowMs = Date.now()
  if (message.notBeforeMs > nowMs) return sendTry(message, nowMs)
  const late = await findLate(message)
  if (!late || late.completedAt || late.attempt !== message.attempt) return undefined
  const claim = await openClaim(late.sealed, late.verificationId)
  const end = endOf(late, claim, await ask(late, claim), nowMs)
  return end ? concludeWith(late, end) : postpone(late, nowMs)
}
