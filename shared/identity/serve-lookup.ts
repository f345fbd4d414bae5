import { log } from '../aws/log.ts'
import { withConsentRule } from '../consent/consent-rule.ts'
import type { Action, ActionRequest } from '../http/action.ts'
import { serve } from '../http/api.ts'
import { Problem } from '../http/contract/problem.ts'
import { readIdNumber } from '../http/contract/reading.ts'
import { type RateLimitStatus, rateLimitHeaders } from '../http/rate-limit.ts'
import type { ApiHandler } from '../http/serve.ts'
import { spendCapProblem, toCappedReservation } from '../ledger/spend-cap.ts'
import { isLeft } from '../ledger/spend-store.ts'
import { claimRule } from './claim-rule.ts'
import {
  countVerdict,
  type LookupActionResponse,
  type LookupQuestion,
  type LookupRequest,
  respondAccepted,
  respondFound,
  respondPending,
} from './conclude-lookup.ts'
import { toClaimedIdentity } from './contract/claim.ts'
import { lookupRoute } from './contract/lookup-route.ts'
import { digestIdNumber } from './digest-id-number.ts'
import {
  consumeClientLookup,
  consumeNumberLookup,
  numberLimitProblem,
  refundNumberLookup,
  refuseOverUnmatchedLimit,
} from './limits.ts'
import type { Lookup } from './lookup.ts'
import type { IdentityProductEntry, LookupAction, LookupDefinitions } from './products.ts'
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

/** Before anything is started. What is spent meanwhile is found by the write that charges. @throws Problem spend_cap_reached */
const assertLeft = async ({ request, capped }: LookupQuestion): Promise<void> => {
  if (capped && !(await isLeft(request.caller, capped))) throw spendCapProblem(capped)
}

/** A repeat of an answered request would be another lookup with another price. */
const mayBeLate = ({ request, earlier }: LookupQuestion): boolean => request.prefersAsync && !earlier

/** Test numbers belong to nobody, so only the documented one is limited. A repeat of a verdict reveals nothing new. */
const consumeNumber = async (question: LookupQuestion): Promise<RateLimitStatus | undefined> => {
  const { request, product, idNumber, digest, earlier } = question
  const { caller, nowMs } = request
  if (caller.mode === 'test') {
    if (sandboxCaseOf(product.sandbox, idNumber) === 'limited') throw numberLimitProblem(nowMs)
    return undefined
  }
  if (!earlier?.verdict) await refuseOverUnmatchedLimit(caller, nowMs)
  return consumeNumberLookup(caller, digest, nowMs)
}

const askRegistry = async (question: LookupQuestion, registry: GuardedRegistry): Promise<RegistryResult> => {
  const { idNumber, earlier } = question
  const admission = await registry.admit()
  if (admission.kind === 'refused')
    return { kind: 'unavailable', reason: 'circuit-open', retryAfterSeconds: admission.retryAfterSeconds }
  return registry.lookUp(idNumber, earlier ? 2 : 1)
}

/** @throws Problem identity_not_found, record_unreadable, registry_unavailable */
const respond = async (question: LookupQuestion, answered: RegistryResult): Promise<LookupActionResponse> => {
  const { request, product, digest } = question
  const { organisationId, mode } = request.caller
  if (answered.kind === 'found') return respondFound(question, answered.person)
  if (answered.kind === 'not-found') {
    const allowance = await countVerdict(question, 'NOT_FOUND')
    const detail = 'The registry has nobody under this number. Nothing was charged.'
    throw new Problem('identity_not_found', detail, allowance && { headers: rateLimitHeaders([allowance]) })
  }
  const { kind, reason: failure } = answered
  log(`identity.${kind}`, { organisationId, mode, product: product.name, failure })
  if (kind === 'unreadable')
    throw new Problem(
      'record_unreadable',
      'What the registry answers about this number cannot be used. Asking again does not help; nothing was charged.',
    )
  if (mayBeLate(question)) return respondAccepted(question)
  // Nothing can have been learned.
  if (mode === 'live' && failure !== 'throttled')
    await refundNumberLookup(request.caller, digest, request.nowMs)
  throw unavailable(answered.retryAfterSeconds ?? usualRetrySeconds)
}

/** Another lookup may have taken the id first. */
const findEarlier = async (
  { caller, id, isRepeat, nowMs }: LookupRequest,
  { name }: IdentityProductEntry,
  digest: string,
): Promise<Lookup | undefined> => {
  const found = isRepeat ? await findLookup(caller, id, nowMs) : undefined
  return found?.product === name && found.idNumberDigest === digest ? found : undefined
}

/**
 * Looks up one person in a registry and says how well the claim fits. The answer is kept as a verdict only. Limits apply
 * before the probe of an open circuit is claimed, and not to callers whom the circuit refuses.
 * @throws Problem spend_cap_reached, too_many_requests, identity_not_found, record_unreadable, registry_unavailable
 */
const lookUp = async (
  product: IdentityProductEntry,
  request: LookupRequest,
  { raw, ...claim }: Pick<LookupQuestion, 'claimed' | 'consent'> & { readonly raw: string },
): Promise<LookupActionResponse> => {
  const { caller, nowMs } = request
  const idNumber = readIdNumber(raw)
  const client = await consumeClientLookup(caller, nowMs)
  const { idNumberDigest: digest } = await digestIdNumber(idNumber)
  const earlier = await findEarlier(request, product, digest)
  if (earlier && !earlier.completedAt) return respondPending(earlier, true)
  const capped = earlier?.verdict ? undefined : toCappedReservation(caller, product.name, nowMs)
  const question = { request, product, idNumber, digest, earlier, capped, ...claim }
  const registry = registryFor(caller.mode, product)
  const peeked = await registry.peek()
  if (peeked.kind === 'refused' && !mayBeLate(question)) throw unavailable(peeked.retryAfterSeconds)
  await assertLeft(question)
  const number = await consumeNumber(question)
  const { allowance, ...reply } = await respond(question, await askRegistry(question, registry))
  const limits = rateLimitHeaders([client, number, allowance].filter(each => each !== undefined))
  return { ...reply, headers: { ...reply.headers, ...limits } }
}

/** Takes one product, so that the bundle carries no other. */
export const serveLookup = <Name extends LookupAction>(
  action: Name,
  product: LookupDefinitions[Name],
): ApiHandler => {
  const listed: IdentityProductEntry = product
  // Safe: a product's schema types what its own \`toAnswer\` makes.
  const act = ((request: ActionRequest<ReturnType<typeof lookupRoute<IdentityProductEntry>>>) =>
    lookUp(listed, request, {
      raw: request.params[listed.parameter],
      claimed: toClaimedIdentity(request.body),
      consent: request.body.consent,
    })) as Action<ReturnType<typeof lookupRoute<IdentityProductEntry>>>
  return serve(
    { [action]: lookupRoute(listed) },
    { [action]: act },
    { [action]: withConsentRule(listed.name, claimRule(listed)) },
  )
}
