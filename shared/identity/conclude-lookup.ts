import type { Caller } from '../account/caller.ts'
import { Fault } from '../aws/errors.ts'
import { log } from '../aws/log.ts'
import { again, retry } from '../aws/retry.ts'
import type { Consent } from '../consent/contract.ts'
import type { ActionRequest } from '../http/action.ts'
import type { RateLimitStatus } from '../http/rate-limit.ts'
import { listPrice } from '../ledger/price.ts'
import type { CappedReservation } from '../ledger/spend-cap.ts'
import { generateId } from '../table/id.ts'
import type { ClaimedIdentity } from './contract/claim.ts'
import { disclosePerson } from './disclosure.ts'
import { acceptForRetry } from './late/accept.ts'
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
  /** Undefined for a client without a cap, and for what is charged already. */
  readonly capped: CappedReservation | undefined
}

export interface LookupActionResponse {
  readonly status: 200 | 202
  readonly headers: Readonly<Record<string, string>>
  readonly allowance?: RateLimitStatus | undefined
  readonly body: object
  readonly result?: string
}

/** Draws of an id before something must be wrong: one is taken once in thousands of look-ups of a millisecond. */
const draws = 8

/** Tries ids until `keep` answers that one was free. */
const insertUnderFreeId = <Kept extends Lookup>(
  lookup: Kept,
  keep: (lookup: Kept) => Promise<boolean>,
): Promise<Kept> =>
  retry(
    { times: draws },
    async (drawn: Kept = lookup) =>
      (await keep(drawn))
        ? drawn
        : again({ ...lookup, id: generateId(Date.parse(lookup.requestedAt), Math.random()) }),
    () => new Fault('No free id was drawn'),
  )

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

/**
 * Charges in the same write, unless it was charged before. A repeat renews the verdict; price and time stay. Returns its id.
 * @throws Problem spend_cap_reached, where other look-ups have spent what was left
 */
const keepVerdict = async (question: LookupQuestion, verdict: Verdict): Promise<number> => {
  const { product, earlier, capped } = question
  const price = listPrice(product.name)
  const told = { verdict, matchingVersion, price, completedAt: new Date().toISOString() }
  if (!earlier) {
    const { id } = await insertUnderFreeId({ ...newLookup(question), ...told }, lookup =>
      insertLookup(lookup, capped),
    )
    return id
  }
  const { failure: _, ...kept } = earlier
  const { id } = earlier
  // What had ended without a verdict is charged, unless another repeat was quicker.
  if (!earlier.verdict && (await saveVerdict({ ...kept, ...told }, capped))) return id
  const latest = earlier.verdict ? earlier : await findLookup(earlier, id, Date.parse(told.completedAt))
  if (latest?.verdict) await replaceLookup({ ...latest, verdict, matchingVersion })
  return id
}

/** A repeat of a verdict is not counted. */
export const countVerdict = async (
  { request, product, earlier }: LookupQuestion,
  verdict: LookupResult['verdict'],
): Promise<RateLimitStatus | undefined> => {
  const { organisationId, mode } = request.caller
  if (earlier?.verdict) return undefined
  return countLookupResult({ organisationId, mode, product: product.name, verdict }, request.nowMs)
}

const replayed = { 'idempotency-replayed': 'true' } as const

export const respondFound = async (
  question: LookupQuestion,
  person: RegisteredPerson,
): Promise<LookupActionResponse> => {
  const { claimed, product, earlier } = question
  const verdict = verdictOf(claimed, { ...person, dob: person.birthdate }, product.country)
  const allowance = await countVerdict(question, verdict.matchStatus)
  const id = await keepVerdict(question, verdict)
  return {
    status: 200,
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
  const { idNumber, claimed, capped } = question
  const accepted = await insertUnderFreeId(newLookup(question), lookup =>
    acceptForRetry(lookup, { idNumber, claimed }, capped),
  )
  const { organisationId, mode, id: verificationId, product } = accepted
  log('identity.accepted-late', { organisationId, mode, verificationId, product })
  return respondPending(accepted, false)
}
