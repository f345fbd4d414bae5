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
import type { ConcludedLookup, Lookup } from './lookup.ts'
import { matchingVersion, type Verdict, verdictOf } from './matching/matching.ts'
import type { IdentityProductEntry } from './products.ts'
import type { RegisteredPerson } from './registry/port.ts'
import { findLookup, insertLookup, replaceLookup, saveVerdict } from './store.ts'

export interface LookupCall extends Pick<ActionRequest, 'nowMs' | 'id' | 'isRepeat' | 'prefersAsync'> {
  readonly caller: Caller
}

export interface LookupQuestion {
  readonly call: LookupCall
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

const newLookup = ({ call, product, idNumber, digest, consent }: LookupQuestion): Lookup => ({
  id: call.id,
  organisationId: call.caller.organisationId,
  mode: call.caller.mode,
  product: product.name,
  idNumberDigest: digest,
  idNumberLast4: idNumber.slice(-4),
  requestedAt: new Date(call.nowMs).toISOString(),
  price: 0,
  ...(consent && { consent }),
  clientId: call.caller.clientId,
})

export const insertUnderFreeId = async <Kept extends Lookup>(
  lookup: Kept,
  keep: (lookup: Kept) => Promise<boolean>,
): Promise<Kept> => {
  const requestedAtMs = Date.parse(lookup.requestedAt)
  const id = await withFreeId(lookup.id, requestedAtMs, drawn => keep({ ...lookup, id: drawn }))
  return { ...lookup, id }
}

/** A repeat renews the verdict; price and time stay. */
const renewVerdict = async (kept: ConcludedLookup, verdict: Verdict): Promise<number> => {
  await replaceLookup({ ...kept, verdict, matchingVersion })
  return 0
}

const hasVerdict = (lookup: Lookup | undefined): lookup is ConcludedLookup => lookup?.verdict !== undefined

interface KeptVerdictInput {
  readonly id: number
  readonly charged: number
}

/** For a lookup that had ended without a verdict: charged unless another repeat was quicker. */
const keepLater = async (earlier: Lookup, told: KeptVerdict): Promise<KeptVerdictInput> => {
  const { failure: _, ...kept } = earlier
  const { id } = earlier
  if (await saveVerdict({ ...kept, ...told })) return { id, charged: told.price }
  const latest = await findLookup(earlier, id, Date.parse(told.completedAt))
  return { id, charged: hasVerdict(latest) ? await renewVerdict(latest, told.verdict) : 0 }
}

type KeptVerdict = Pick<ConcludedLookup, 'verdict' | 'matchingVersion' | 'price' | 'completedAt'>

/** Charges in the same write, unless it was charged before. */
const keepVerdict = async (question: LookupQuestion, verdict: Verdict): Promise<KeptVerdictInput> => {
  const { product, earlier } = question
  if (hasVerdict(earlier)) return { id: earlier.id, charged: await renewVerdict(earlier, verdict) }
  const told = {
    verdict,
    matchingVersion,
    price: listPrice(product.name),
    completedAt: new Date().toISOString(),
  }
  if (earlier) return keepLater(earlier, told)
  const { id } = await insertUnderFreeId({ ...newLookup(question), ...told }, insertLookup)
  return { id, charged: told.price }
}

/** A repeat of a verdict is not counted. */
export const countVerdict = async (
  { call, product, earlier }: LookupQuestion,
  verdict: LookupResult['verdict'],
): Promise<RateLimitStatus | undefined> => {
  const { organisationId, mode } = call.caller
  if (earlier?.verdict) return undefined
  const price = verdict === 'NOT_FOUND' ? 0 : listPrice(product.name)
  return countLookupResult({ organisationId, mode, product: product.name, verdict, price }, call.nowMs)
}

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
    headers: earlier ? { 'idempotency-replayed': 'true' } : {},
    allowance,
    body: product.answer.toAnswer({ id, claimed, person: disclosePerson(person, verdict), verdict }),
    result: verdict.matchStatus,
  }
}

export const respondPending = (lookup: Lookup, isReplayed: boolean): LookupActionResponse => ({
  status: 202,
  headers: {
    location: `/v1/identities/${lookup.id}`,
    'preference-applied': 'respond-async',
    ...(isReplayed && { 'idempotency-replayed': 'true' }),
  },
  body: { id: lookup.id, status: { state: 'IN_PROGRESS', status: 'IN_PROGRESS' } },
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

/** Draws of an id before something must be wrong: one is taken once in thousands of look-ups of a millisecond. */
const draws = 8

/**
 * Draws until an id is free, and answers it.
 * @param first the id that is tried first
 * @param take takes an id, or answers false where it is somebody else's
 */
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
