import type { Caller } from '../account/caller.ts'
import { listPrice } from '../account/price.ts'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/fault.ts'
import { log } from '../aws/log.ts'
import type { Call } from '../http/exchange.ts'
import type { Allowance } from '../http/rate-limit.ts'
import { idAt } from '../table/id.ts'
import type { Claimed } from './contract/claim.ts'
import { disclosed } from './disclosure.ts'
import { countEnd, type Ended } from './fruitless.ts'
import { acceptLateFor } from './late/accept.ts'
import type { Lookup } from './look-up.ts'
import { matchingVersion, type Verdict, verdictOf } from './matching/matching.ts'
import type { ListedProduct } from './products.ts'
import type { RegisteredPerson } from './registry/registered-person.ts'
import { keepLookup, renewLookup } from './store.ts'

/** What a look-up takes from its call. */
export interface LookupCall extends Pick<Call, 'nowMs' | 'id' | 'isRepeat' | 'prefersAsync'> {
  readonly caller: Caller
}

/** What the caller asks: a product's question about one number. */
export interface Question {
  readonly call: LookupCall
  readonly product: ListedProduct
  readonly idNumber: string
  readonly digest: string
  readonly claimed: Claimed
  /** The same request's earlier look-up, if it came so far. */
  readonly earlier: Lookup | undefined
}

export interface LookUpReply {
  readonly status: 200 | 202
  readonly headers: Readonly<Record<string, string>>
  /** A limit that this answer counted for. */
  readonly allowance?: Allowance | undefined
  readonly body: object
  readonly result?: string
}

/** Draws of an id before something must be wrong. */
const draws = 8

const newLookup = ({ call, product, idNumber, digest }: Question): Lookup => ({
  id: call.id,
  organisationId: call.caller.organisationId,
  mode: call.caller.mode,
  product: product.name,
  idNumberDigest: digest,
  idNumberLast4: idNumber.slice(-4),
  requestedAt: new Date(call.nowMs).toISOString(),
  price: 0,
})

/** Keeps a new look-up under the first free id; the id that was drawn is taken once in thousands of look-ups of one millisecond. */
export const keepUnderFreeId = async (
  lookup: Lookup,
  keep: (lookup: Lookup) => Promise<boolean>,
): Promise<Lookup> => {
  let drawn = lookup
  for (let draw = 0; draw < draws; draw++) {
    if (await keep(drawn)) return drawn
    drawn = { ...lookup, id: idAt(Date.parse(lookup.requestedAt), Math.random()) }
  }
  throw new Fault('No free id was drawn')
}

/** Charges a verdict and keeps it. A repeat renews what its first request kept, and its price and time stay. */
const keepVerdict = async (question: Question, verdict: Verdict): Promise<Lookup> => {
  const { product, earlier } = question
  const price = listPrice(product.name)
  const completedAt = new Date().toISOString()
  if (!earlier)
    return keepUnderFreeId({ ...newLookup(question), verdict, matchingVersion, price, completedAt }, lookup =>
      keepLookup(lookup),
    )
  const { failure: _, ...kept } = earlier
  const renewed = {
    ...kept,
    verdict,
    matchingVersion,
    price: kept.verdict ? kept.price : price,
    completedAt: kept.completedAt ?? completedAt,
  }
  await renewLookup(renewed)
  return renewed
}

/** Counts how a look-up ended. A repeat of what had its verdict has told nothing new. */
export const countOnce = async (
  { call, product, earlier }: Question,
  verdict: Ended['verdict'],
): Promise<Allowance | undefined> => {
  const { organisationId, mode } = call.caller
  if (earlier?.verdict) return undefined
  const price = verdict === 'NOT_FOUND' ? 0 : listPrice(product.name)
  return countEnd({ organisationId, mode, product: product.name, verdict, price }, call.nowMs)
}

/** The answer about somebody whom the registry has: charged, and kept as a verdict. */
export const answerFound = async (question: Question, person: RegisteredPerson): Promise<LookUpReply> => {
  const { claimed, product, earlier } = question
  const verdict = verdictOf(claimed, { ...person, dob: person.birthdate }, product.country)
  const allowance = await countOnce(question, verdict.matchStatus)
  const { id } = await keepVerdict(question, verdict)
  return {
    status: 200,
    headers: earlier ? { 'idempotency-replayed': 'true' } : {},
    allowance,
    body: product.answer.toAnswer({ id, claimed, person: disclosed(person, verdict), verdict }),
    result: verdict.matchStatus,
  }
}

/** The answer that the answer comes later. */
export const answerLate = (lookup: Lookup, isReplayed: boolean): LookUpReply => ({
  status: 202,
  headers: {
    location: `/v1/identities/${lookup.id}`,
    'preference-applied': 'respond-async',
    ...(isReplayed && { 'idempotency-replayed': 'true' }),
  },
  body: { id: lookup.id, status: { state: 'IN_PROGRESS', status: 'IN_PROGRESS' } },
})

/** Accepts a question whose registry does not answer now. */
export const answerLater = async (question: Question): Promise<LookUpReply> => {
  const { idNumber, claimed } = question
  const accepted = await keepUnderFreeId(newLookup(question), lookup =>
    acceptLateFor(lookup, { idNumber, claimed }, setting('LOOKUP_RETRIES')),
  )
  const { organisationId, mode, id: verificationId, product } = accepted
  log('identity.accepted-late', { organisationId, mode, verificationId, product })
  return answerLate(accepted, false)
}
