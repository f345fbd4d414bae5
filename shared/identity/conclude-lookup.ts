import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'
import { log } from '../aws/log.ts'
import type { Consent } from '../consent/contract.ts'
import type { ActionRequest } from '../http/action.ts'
import type { RateLimitStatus } from '../http/rate-limit.ts'
import { listPrice } from '../ledger/price.ts'
import { generateId } from '../table/id.ts'
import type { ClaimedIdentity } from './contract/claim.ts'
import { disclosePerson } from './disclosure.ts'
import { acceptForRetry } from './late/accept.ts'
import type { LateLookup } from './late/late-lookup.ts'
import { countLookupResult, type LookupResult } from './limits.ts'
import type { Lookup } from './lookup.ts'
import { matchingVersion, type Verdict, verdictOf } from './matching/matching.ts'
import type { IdentityProductEntry } from './products.ts'
import type { RegisteredPerson } from './registry/port.ts'
import { findLookup, insertLookup, replaceLookup, saveVerdict } from './store.ts'

export interface LookupRequest extends Pick<ActionRequest, 'nowMs' | 'id' | 'isRepeat' | 'prefersAsync'> {
  readonly caller: Caller
}

export interface LookupQuestion {
  readonly request: LookupRequest
  readonly product: IdentityProductEntry
  readonly idNumber: string
  readonly digest: string
  readonly claimed: ClaimedIdentity
  readonly consent: Consent | undefined
  /** The lookup of an earlier attempt of the same request. */
  readonly earlier: Lookup | undefined
  readonly reservation?: LateLookup['reservation'] | undefined
}

export interface LookupActionResponse {
  readonly status: 200 | 202
  readonly headers: Readonly<Record<string, string>>
  readonly allowance?: RateLimitStatus | undefined
  readonly body: object
  readonly result?: string
  /** In NGN; undefined while unknown. */
  readonly charged?: number
}

/** Draws of an id before something must be wrong: one is taken once in thousands of look-ups of a millisecond. */
const draws = 8

/** Tries ids from `first` on until `take` answers that one was free. Returns it. */
export const withFreeId = async (
  first: number,
  atMs: number,
  take: (id: number) => Promise<boolean>,
): Promise<number> => {
  let id = first
  for (let draw = 0; draw < draws; draw++) {
    if (await take(id)) return id
    id = generateId(atMs, Math.random())
  }
  throw new Fault('No free id was drawn')
}

export const insertUnderFreeId = async <Kept extends Lookup>(
  lookup: Kept,
  keep: (lookup: Kept) => Promise<boolean>,
): Promise<Kept> => {
  const requestedAtMs = Date.parse(lookup.requestedAt)
  const id = await withFreeId(lookup.id, requestedAtMs, drawn => keep({ ...lookup, id: drawn }))
  return { ...lookup, id }
}

const newLookup = ({ request, product, idNumber, digest, consent }: LookupQuestion): Lookup => ({
  id: request.id,
  organisationId: request.caller.organisationId,
  mode: request.caller.mode,
  product: product.name,
  idNumberDigest: digest,
  idNumberLast4: idNumber.slice(-4),
  requestedAt: new Date(request.nowMs).toISOString(),
  price: 0,
  ...(consent && { consent }),
  clientId: request.caller.clientId,
})

/** Charges in the same write, unless it was charged before. A repeat renews the verdict; price and time stay. */
const keepVerdict = async (question: LookupQuestion, verdict: Verdict) => {
  const { product, earlier } = question
  const price = listPrice(product.name)
  const told = { verdict, matchingVersion, price, completedAt: new Date().toISOString() }
  if (!earlier) {
    const { id } = await insertUnderFreeId({ ...newLookup(question), ...told }, insertLookup)
    return { id, charged: price }
  }
  const { failure: _, ...kept } = earlier
  const { id } = earlier
  // What had ended without a verdict is charged, unless another repeat was quicker.
  if (!earlier.verdict && (await saveVerdict({ ...kept, ...told }))) return { id, charged: price }
  const latest = earlier.verdict ? earlier : await findLookup(earlier, id, Date.parse(told.completedAt))
  if (latest?.verdict) await replaceLookup({ ...latest, verdict, matchingVersion })
  return { id, charged: 0 }
}

/** A repeat of a verdict is not counted. */
export const countVerdict = async (
  { request, product, earlier }: LookupQuestion,
  verdict: LookupResult['verdict'],
): Promise<RateLimitStatus | undefined> => {
  const { organisationId, mode } = request.caller
  if (earlier?.verdict) return undefined
  const price = verdict === 'NOT_FOUND' ? 0 : listPrice(product.name)
  return countLookupResult({ organisationId, mode, product: product.name, verdict, price }, request.nowMs)
}

const replayed = { 'idempotency-replayed': 'true' } as const

export const respondFound = async (
  question: LookupQuestion,
  person: RegisteredPerson,
): Promise<LookupActionResponse> => {
  const { claimed, product, earlier } = question
  const verdict = verdictOf(claimed, { ...person, dob: person.birthdate }, product.country)
  const allowance = await countVerdict(question, verdict.matchStatus)
  const { id, charged } = await keepVerdict(question, verdict)
  return {
    status: 200,
    charged,
    headers: { ...(earlier && replayed) },
    allowance,
    body: product.answer.toAnswer({ id, claimed, person: disclosePerson(person, verdict), verdict }),
    result: verdict.matchStatus,
  }
}

export const respondPending = ({ id }: Lookup, isReplayed: boolean): LookupActionResponse => ({
  status: 202,
  headers: {
    location: `/v1/identities/${id}`,
    'preference-applied': 'respond-async',
    ...(isReplayed && replayed),
  },
  body: { id, status: { state: 'IN_PROGRESS', status: 'IN_PROGRESS' } },
})

export const respondAccepted = async (question: LookupQuestion): Promise<LookupActionResponse> => {
  const { idNumber, claimed, reservation } = question
  const accepted = await insertUnderFreeId(newLookup(question), lookup =>
    acceptForRetry(lookup, { idNumber, claimed }, { ...setting('LOOKUP_RETRIES'), reservation }),
  )
  const { organisationId, mode, id: verificationId, product } = accepted
  log('identity.accepted-late', { organisationId, mode, verificationId, product })
  return respondPending(accepted, false)
}
