import { log } from '../aws/log.ts'
import { Problem } from '../http/contract/problem.ts'
import { type Allowance, headersOf } from '../http/rate-limit.ts'
import {
  acceptLate,
  answerFound,
  answerLate,
  type LookupCall,
  type Question,
  type Reply,
} from './conclude-look-up.ts'
import type { Claimed } from './contract/claim.ts'
import { normalIdNumber } from './id-number.ts'
import { giveBackToNumber, refuseNumber, takeFromClient, takeFromNumber } from './limits.ts'
import type { Lookup } from './look-up.ts'
import type { ListedProduct } from './products.ts'
import type { RegistryAnswer } from './registry/port.ts'
import { registryFor } from './registry/registries.ts'
import { sandboxCaseOf } from './registry/sandbox-registry.ts'
import { sealIdNumber } from './seal-number.ts'
import { findLookup } from './store.ts'

/** When to try again a registry that failed just now, in seconds. */
const retryAfterSeconds = 15

const unavailable = (seconds: number): Problem =>
  new Problem(
    'registry_unavailable',
    'The registry gives no reliable answer now. This says nothing about the person, and nothing was charged.',
    { headers: { 'retry-after': `${seconds}` } },
  )

/** In test mode numbers are nobody's, so only the documented one is limited. */
const takeNumber = ({ call, product, idNumber, digest }: Question): Promise<Allowance> | undefined => {
  if (call.caller.mode === 'live') return takeFromNumber(call.caller, digest, call.nowMs)
  if (sandboxCaseOf(product.sandbox, idNumber) === 'limited') throw refuseNumber(call.nowMs)
  return undefined
}

/** A repeat of what had its answer is not accepted a second time: it would be another look-up, with another price. */
const mayBeLate = ({ call, earlier }: Question): boolean => call.prefersAsync && !earlier

const unlessLate = async (question: Question, seconds: number): Promise<Reply> => {
  const { call, digest } = question
  if (mayBeLate(question)) return acceptLate(question)
  if (call.caller.mode === 'live') await giveBackToNumber(call.caller, digest, call.nowMs)
  throw unavailable(seconds)
}

const answer = (question: Question, answered: RegistryAnswer): Promise<Reply> => {
  const { product, call } = question
  const { organisationId, mode } = call.caller
  if (answered.kind === 'found') return answerFound(question, answered.person)
  if (answered.kind === 'not-found')
    throw new Problem('identity_not_found', 'The registry has nobody under this number. Nothing was charged.')
  log('identity.unavailable', { organisationId, mode, product: product.name, failure: answered.reason })
  return unlessLate(question, retryAfterSeconds)
}

const ask = async (question: Question, client: Allowance): Promise<Reply> => {
  const { call, product, idNumber, earlier } = question
  const registry = registryFor(call.caller.mode, product)
  const admission = await registry.admit()
  if (admission.kind === 'refused' && !mayBeLate(question)) throw unavailable(admission.retryAfterSeconds)
  const number = await takeNumber(question)
  const reply =
    admission.kind === 'admitted'
      ? await answer(question, await registry.lookUp(idNumber, earlier ? 2 : 1))
      : await acceptLate(question)
  const limits = headersOf(number ? [client, number] : [client])
  return { ...reply, headers: { ...reply.headers, ...limits } }
}

/** What the same request kept before. Under its id may stand another look-up, which had drawn it first. */
const earlierOf = async (
  { caller, id, isRepeat, nowMs }: LookupCall,
  { name }: ListedProduct,
  digest: string,
): Promise<Lookup | undefined> => {
  const found = isRepeat ? await findLookup(caller, id, nowMs) : undefined
  return found?.product === name && found.idNumberDigest === digest ? found : undefined
}

/**
 * Looks up one person in a registry and says how well the claim fits. The answer is kept as a verdict only.
 * @throws Problem too_many_requests, identity_not_found, registry_unavailable
 */
export const lookUp = async (
  product: ListedProduct,
  call: LookupCall,
  { raw, claimed }: { raw: string; claimed: Claimed },
): Promise<Reply> => {
  const idNumber = normalIdNumber(raw)
  const client = await takeFromClient(call.caller, call.nowMs)
  const { idNumberDigest: digest } = await sealIdNumber(idNumber)
  const earlier = await earlierOf(call, product, digest)
  if (earlier && !earlier.completedAt) return answerLate(earlier, true)
  return ask({ call, product, idNumber, digest, claimed, earlier }, client)
}
