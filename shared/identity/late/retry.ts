import { setting } from '../../aws/environment.ts'
import { Problem } from '../../http/contract/problem.ts'
import { listPrice } from '../../ledger/price.ts'
import type { LateFailure } from '../contract/check.ts'
import { disclosePerson } from '../disclosure.ts'
import { countLookupResult } from '../limits.ts'
import { matchingVersion, verdictOf } from '../matching/matching.ts'
import { findIdentityProduct } from '../products.ts'
import { type RegisteredPerson, type RegistryResult, unavailable } from '../registry/port.ts'
import { registryFor } from '../registry/registries.ts'
import { decryptClaim, sendLateTry } from './accept.ts'
import { concludeLateLookup, type LateConclusion } from './conclude.ts'
import { type LateClaim, type LateLookup, type LateTry, nextTryAtMs } from './late-lookup.ts'
import { findLate, postponeLate } from './store.ts'

const mostUnreadableTries = 3

const unreadableTries = ({ unreadable = 0 }: LateLookup, answered: RegistryResult): number =>
  unreadable + (answered.kind === 'unreadable' ? 1 : 0)

const unlessProblem = (error: unknown): void => {
  if (!(error instanceof Problem)) throw error
}

const failed = ({ verificationId: id }: LateLookup, failure: LateFailure): LateConclusion => ({
  kept: { failure, price: 0 },
  answer: { id, status: { state: 'failed', status: failure } },
})

const verdictEnd = (
  late: LateLookup,
  { claimed }: LateClaim,
  registered: RegisteredPerson,
): LateConclusion => {
  const { name, country, answer } = findIdentityProduct(late.product)
  const verdict = verdictOf(claimed, { ...registered, dob: registered.birthdate }, country)
  const person = disclosePerson(registered, verdict)
  const found = answer.toAnswer({ id: late.verificationId, claimed, person, verdict })
  return { kept: { verdict, matchingVersion, price: listPrice(name) }, answer: found }
}

const endOf = (
  late: LateLookup,
  claim: LateClaim,
  answered: RegistryResult,
  nowMs: number,
): LateConclusion | undefined => {
  if (answered.kind === 'found') return verdictEnd(late, claim, answered.person)
  if (answered.kind === 'not-found') return failed(late, 'identity_not_found')
  const isLast = nowMs >= late.giveUpAtMs
  if (answered.kind === 'unavailable') return isLast ? failed(late, 'registry_unavailable') : undefined
  return isLast || unreadableTries(late, answered) >= mostUnreadableTries
    ? failed(late, 'record_unreadable')
    : undefined
}

const ask = async (late: LateLookup, { idNumber }: LateClaim): Promise<RegistryResult> => {
  const { mode, product, attempt } = late
  const registry = registryFor(mode, findIdentityProduct(product))
  const { kind } = await registry.admit()
  return kind === 'refused' ? unavailable('circuit-open') : registry.lookUp(idNumber, attempt)
}

/** Queued before it is stored: a crash in between repeats a try instead of losing it. */
const postpone = async (late: LateLookup, answered: RegistryResult, nowMs: number): Promise<void> => {
  const { retrySeconds } = setting('LOOKUP_RETRIES')
  const { organisationId, mode, verificationId, giveUpAtMs } = late
  const askedSeconds = answered.kind === 'unavailable' ? answered.retryAfterSeconds : undefined
  const attempt = late.attempt + 1
  const notBeforeMs = nextTryAtMs(late.attempt, { retrySeconds, giveUpAtMs, nowMs, askedSeconds })
  await sendLateTry({ organisationId, mode, verificationId, attempt, notBeforeMs }, nowMs)
  await postponeLate(late, { attempt, notBeforeMs, unreadable: unreadableTries(late, answered) })
}

/** A result is always delivered; an exhausted limit refuses the next lookups. */
const countLate = async (late: LateLookup, { kept }: LateConclusion, nowMs: number): Promise<void> => {
  const { organisationId, mode, product } = late
  const isNobody = kept.failure === 'identity_not_found'
  const verdict = isNobody ? 'NOT_FOUND' : kept.verdict?.matchStatus
  if (!verdict) return
  await countLookupResult({ organisationId, mode, product, verdict }, nowMs).catch(unlessProblem)
}

export const retryLookup = async (message: LateTry): Promise<void> => {
  const nowMs = Date.now()
  if (message.notBeforeMs > nowMs) return sendLateTry(message, nowMs)
  const late = await findLate(message)
  if (!late || late.completedAt || late.attempt !== message.attempt) return undefined
  const claim = await decryptClaim(late.sealed, late.verificationId)
  const answered = await ask(late, claim)
  const end = endOf(late, claim, answered, nowMs)
  if (!end) return postpone(late, answered, nowMs)
  await concludeLateLookup(late, end)
  await countLate(late, end, nowMs)
}
