import { errorLogFields, log } from '../aws/log.ts'
import type { Consent } from '../consent/contract.ts'
import { Problem } from '../http/contract/problem.ts'
import { type RateLimitStatus, rateLimitHeaders } from '../http/rate-limit.ts'
import { type CappedReservation, spendCapProblem, toCappedReservation } from '../ledger/spend-cap.ts'
import { reservePrice, settleReservation } from '../ledger/spend-store.ts'
import {
  countVerdict,
  type LookupActionResponse,
  type LookupCall,
  type LookupQuestion,
  respondAccepted,
  respondFound,
  respondPending,
  withFreeId,
} from './conclude-lookup.ts'
import type { ClaimedIdentity } from './contract/claim.ts'
import { digestIdNumber } from './digest-id-number.ts'
import { normaliseIdNumber } from './id-number.ts'
import {
  consumeClientLookup,
  consumeNumberLookup,
  numberLimitProblem,
  refundNumberLookup,
  refuseOverUnmatchedLimit,
} from './limits.ts'
import type { Lookup } from './lookup.ts'
import type { IdentityProductEntry } from './products.ts'
import type { GuardedRegistry } from './registry/circuit-breaker.ts'
import type { RegistryResult } from './registry/port.ts'
import { registryFor } from './registry/registries.ts'
import { sandboxCaseOf } from './registry/sandbox-registry.ts'
import { findLookup } from './store.ts'

/** Unless the registry says so itself. */
const usualRetrySeconds = 15

const unavailable = (seconds: number): Problem =>
  new Problem(
    'registry_unavailable',
    'The registry gives no reliable answer now. This says nothing about the person, and nothing was charged.',
    { headers: { 'retry-after': `${seconds}` } },
  )

/** Test numbers belong to nobody, so only the documented one is limited. A repeat of a verdict reveals nothing new. */
const takeNumber = async (question: LookupQuestion): Promise<RateLimitStatus | undefined> => {
  const { call, product, idNumber, digest, earlier } = question
  const { caller, nowMs } = call
  if (caller.mode === 'test') {
    if (sandboxCaseOf(product.sandbox, idNumber) === 'limited') throw numberLimitProblem(nowMs)
    return undefined
  }
  if (!earlier?.verdict) await refuseOverUnmatchedLimit(caller, nowMs)
  return consumeNumberLookup(caller, digest, nowMs)
}

/** A repeat of an answered request would be another lookup with another price. */
const mayBeLate = ({ call, earlier }: LookupQuestion): boolean => call.prefersAsync && !earlier

type AnsweredResult<Kind extends RegistryResult['kind']> = Extract<RegistryResult, { kind: Kind }>

/** Refunds the limit if nothing can have been learned. */
const answerUnavailable = async (
  question: LookupQuestion,
  { reason, retryAfterSeconds = usualRetrySeconds }: AnsweredResult<'unavailable'>,
): Promise<LookupActionResponse> => {
  const { call, digest } = question
  if (mayBeLate(question)) return respondAccepted(question)
  if (call.caller.mode === 'live' && reason !== 'throttled')
    await refundNumberLookup(call.caller, digest, call.nowMs)
  throw unavailable(retryAfterSeconds)
}

const answerNotFound = async (question: LookupQuestion): Promise<never> => {
  const allowance = await countVerdict(question, 'NOT_FOUND')
  const detail = 'The registry has nobody under this number. Nothing was charged.'
  throw new Problem('identity_not_found', detail, allowance && { headers: rateLimitHeaders([allowance]) })
}

const answer = async (question: LookupQuestion, answered: RegistryResult): Promise<LookupActionResponse> => {
  const { organisationId, mode } = question.call.caller
  if (answered.kind === 'found') return respondFound(question, answered.person)
  if (answered.kind === 'not-found') return answerNotFound(question)
  const failed = { organisationId, mode, product: question.product.name, failure: answered.reason }
  log(`identity.${answered.kind}`, failed)
  if (answered.kind === 'unavailable') return answerUnavailable(question, answered)
  throw new Problem(
    'record_unreadable',
    'What the registry answers about this number cannot be used. Asking again does not help; nothing was charged.',
  )
}

const askRegistry = async (
  { call, idNumber, digest, earlier }: LookupQuestion,
  registry: GuardedRegistry,
): Promise<RegistryResult> => {
  const { organisationId } = call.caller
  const admission = await registry.admit(organisationId)
  if (admission.kind === 'refused')
    return { kind: 'unavailable', reason: 'circuit-open', retryAfterSeconds: admission.retryAfterSeconds }
  return registry.lookUp(idNumber, earlier ? 2 : 1, { number: digest, organisationId })
}

const askWithin = async (
  question: LookupQuestion,
  registry: GuardedRegistry,
  client: RateLimitStatus,
): Promise<LookupActionResponse> => {
  const number = await takeNumber(question)
  const { allowance, ...reply } = await answer(question, await askRegistry(question, registry))
  const limits = rateLimitHeaders([client, number, allowance].filter(each => each !== undefined))
  return { ...reply, headers: { ...reply.headers, ...limits } }
}

/** Limits apply before the probe of an open circuit is claimed, and not to callers whom the circuit refuses. */
const ask = async (question: LookupQuestion, client: RateLimitStatus): Promise<LookupActionResponse> => {
  const { mode, organisationId } = question.call.caller
  const registry = registryFor(mode, question.product)
  const peeked = await registry.peek(organisationId)
  if (peeked.kind === 'refused' && !mayBeLate(question)) throw unavailable(peeked.retryAfterSeconds)
  const asked = await withReservation(question)
  return settleWithoutVerdict(asked, askWithin(asked, registry, client))
}

/** Another lookup may have taken the id first. */
const earlierOf = async (
  { caller, id, isRepeat, nowMs }: LookupCall,
  { name }: IdentityProductEntry,
  digest: string,
): Promise<Lookup | undefined> => {
  const found = isRepeat ? await findLookup(caller, id, nowMs) : undefined
  return found?.product === name && found.idNumberDigest === digest ? found : undefined
}

/**
 * Looks up one person in a registry and says how well the claim fits. The answer is kept as a verdict only.
 * @throws Problem spend_cap_reached, too_many_requests, identity_not_found, record_unreadable, registry_unavailable
 */
export const performLookup = async (
  product: IdentityProductEntry,
  call: LookupCall,
  { raw, claimed, consent }: { raw: string; claimed: ClaimedIdentity; consent?: Consent | undefined },
): Promise<LookupActionResponse> => {
  const idNumber = normaliseIdNumber(raw)
  const client = await consumeClientLookup(call.caller, call.nowMs)
  const { idNumberDigest: digest } = await digestIdNumber(idNumber)
  const earlier = await earlierOf(call, product, digest)
  if (earlier && !earlier.completedAt) return respondPending(earlier, true)
  return ask({ call, product, idNumber, digest, claimed, consent, earlier }, client)
}

/**
 * Puts a look-up's price aside under the first id that is free. What an earlier attempt of the same request put aside
 * is its own. Answers the id. @throws Problem spend_cap_reached
 */
const reserveUnderFreeId = (
  { caller: { organisationId, mode }, id, isRepeat, nowMs }: LookupCall,
  capped: CappedReservation,
): Promise<number> =>
  withFreeId(id, nowMs, async verificationId => {
    const key = { organisationId, mode, verificationId }
    const result = await reservePrice(key, capped, new Date(nowMs).toISOString())
    if (result === 'capped') throw spendCapProblem(capped)
    return result === 'reserved' || (isRepeat && verificationId === id)
  })

/** Gives back what was put aside, or turns it into what was charged. What a crash leaves, the ledger's check finds by night. */
const settleFor = async (
  { call: { caller, id: verificationId }, reservation }: LookupQuestion,
  charged: number,
): Promise<void> => {
  if (!reservation) return
  const { organisationId, mode } = caller
  const key = { organisationId, mode, verificationId }
  await settleReservation(key, reservation, charged, new Date().toISOString()).catch(error =>
    log('ledger.left-unsettled', { ...key, ...errorLogFields(error) }),
  )
}

/** What ends without an answer charges nothing, unless it failed by our fault: then nobody here knows. */
export const settleWithoutVerdict = async (
  question: LookupQuestion,
  answering: Promise<LookupActionResponse>,
): Promise<LookupActionResponse> => {
  try {
    const reply = await answering
    if (reply.charged !== undefined) await settleFor(question, reply.charged)
    return reply
  } catch (error) {
    if (error instanceof Problem) await settleFor(question, 0)
    throw error
  }
}

/** Puts the price aside before anything is begun; a repeat of what had its verdict costs nothing. @throws Problem spend_cap_reached */
export const withReservation = async (question: LookupQuestion): Promise<LookupQuestion> => {
  const { call, product, earlier } = question
  const capped = earlier?.verdict ? undefined : toCappedReservation(call.caller, product.name, call.nowMs)
  if (!capped) return question
  const id = await reserveUnderFreeId(call, capped)
  return { ...question, call: { ...call, id }, reservation: capped.reservation }
}
