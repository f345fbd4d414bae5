import type { Caller } from '../account/caller.ts'
import { requireScope } from '../http/authenticate.ts'
import { Problem } from '../http/contract/problem.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { digestIdNumber } from '../identity/digest-id-number.ts'
import { spendCapProblem, toCappedReservation } from '../ledger/spend-cap.ts'
import { generateId, nextIdCandidate } from '../table/id.ts'
import type { VerificationFilter } from './contract/list.ts'
import { describeOutcome, isFinal, statusOf } from './contract/outcome.ts'
import type { VerificationType } from './contract/product.ts'
import type { DuplicateGuard } from './duplicate.ts'
import { listVerifications, verificationListKeyPattern } from './list-store.ts'
import type { ProductDefinition } from './product/definition.ts'
import { definitionOf } from './product/definitions.ts'
import { acceptVerification, findVerification, fingerprintsOf, transitionVerification } from './store.ts'
import { type RecordOf, type Verification, verificationKeyOf } from './verification.ts'

/**
 * Writes of one order before its caller is told to come again. Two ids of one millisecond meet once in 4,096, and the
 * orders of several people of one name and place at the same moment move the guard under each other.
 */
const rounds = 8

export interface OrderRequest {
  /** The order as a record under this id. */
  readonly at: (id: number) => Verification
  readonly id: number
  /** Whether an earlier attempt of the same request may have written this id. */
  readonly isRepeat: boolean
  readonly isRevisit: boolean
  readonly nowMs: number
  /** What the client may spend in a month, where its orders put something aside. */
  readonly spendCap?: number | undefined
}

export interface AcceptanceResult {
  readonly verification: Verification
  readonly isDuplicate: boolean
}

/** Under the id that an earlier attempt drew may stand somebody else's order, which had drawn it first. */
const isSameOrder = (one: Verification, other: Verification): boolean =>
  one.customerReference === other.customerReference &&
  one.product === other.product &&
  fingerprintsOf(one).fingerprint === fingerprintsOf(other).fingerprint

/** The latest of these orders that still stands. */
const standing = async (
  ids: readonly number[],
  { verification, nowMs }: { verification: Verification; nowMs: number },
) => {
  for (const id of ids) {
    const earlier = await findVerification(verification, id, nowMs)
    if (earlier && earlier.outcome !== 'cancelled') return earlier
  }
  return undefined
}

/**
 * Accepts an order, or answers the earlier one that it repeats: the same product, applicant and place within 30
 * days, unless that one was cancelled or a revisit is wanted.
 * @throws Problem spend_cap_reached; unavailable where too many orders of this kind come at once
 */
export const acceptOrder = async (order: OrderRequest): Promise<AcceptanceResult> => {
  const { isRevisit, isRepeat, nowMs, spendCap } = order
  let { id } = order
  let met: DuplicateGuard | undefined
  for (let round = 0; round < rounds; round++) {
    const verification = order.at(id)
    const isForced = isRevisit && round === rounds - 1
    const result = await acceptVerification(verification, nowMs, { met, isForced, spendCap })
    if (result.kind === 'accepted') return { verification, isDuplicate: false }
    if (result.kind === 'capped')
      throw spendCapProblem({ reservation: verification.reservation!, spendCap: spendCap! })
    if (result.kind === 'id-taken') {
      const own = isRepeat && (await findVerification(verification, id, nowMs))
      if (own && isSameOrder(own, verification)) return { verification: own, isDuplicate: false }
      id = nextIdCandidate(id)
      continue
    }
    const earlier = isRevisit ? undefined : await standing(result.earlier, { verification, nowMs })
    if (earlier) return { verification: earlier, isDuplicate: true }
    met = result.guard
  }
  throw new Problem('unavailable', 'Too many orders for these names and this place came at once.', {
    headers: { 'retry-after': '1' },
  })
}

/* What callers do with verifications, whichever product they are of: each is the heart of an action. */

interface CreationInput<Body> {
  readonly caller: Caller
  readonly body: Body & {
    readonly allowRevisit?: boolean | undefined
    readonly applicant: { readonly idNumber?: string | undefined }
  }
  readonly nowMs: number
  readonly id: number
  readonly isRepeat: boolean
}

/** Accepts what the caller orders, or finds the earlier order that it repeats. */
export const placeOrder = async <Body>(
  definition: ProductDefinition<Verification, Body>,
  { caller, body, nowMs, id, isRepeat }: CreationInput<Body>,
): Promise<AcceptanceResult> => {
  const draw = () => generateId(nowMs, Math.random())
  const raw = body.applicant.idNumber
  const capped = toCappedReservation(caller, definition.name, nowMs)
  const context = {
    applicantId: draw(),
    organisationId: caller.organisationId,
    mode: caller.mode,
    now: new Date(nowMs).toISOString(),
    idNumber: raw ? await digestIdNumber(raw) : undefined,
    clientId: caller.clientId,
    ...(capped && { reservation: capped.reservation }),
  }
  return acceptOrder({
    at: drawn => definition.order(body, { ...context, id: drawn }),
    id,
    isRepeat,
    isRevisit: body.allowRevisit ?? false,
    nowMs,
    spendCap: capped?.spendCap,
  })
}

/** What is answered to an order. */
export const toCreatedResponse = (
  definition: Pick<ProductDefinition, 'path' | 'toCreated'>,
  { verification, isDuplicate }: AcceptanceResult,
) =>
  ({
    status: isDuplicate ? 200 : 201,
    headers: { location: `${definition.path}/${verification.id}` },
    body: definition.toCreated(verification, isDuplicate),
  }) as const

/** Accepts what the caller orders, or answers the earlier order that it repeats. */
export const createVerification = async <Body>(
  definition: ProductDefinition<Verification, Body>,
  creation: CreationInput<Body>,
) => toCreatedResponse(definition, await placeOrder(definition, creation))

/** @throws Problem not_found for an id of another organisation, mode or noun, or of none */
export const getCallerVerification = async <N extends VerificationType>(
  noun: N,
  { caller, params, nowMs }: { caller: Caller; params: { id: number }; nowMs: number },
): Promise<RecordOf[N]> => {
  const verification = await findVerification(caller, params.id, nowMs)
  if (!verification || definitionOf[verification.product].noun !== noun)
    throw new Problem('not_found', `There is no ${noun} verification with this id.`)
  return verification as RecordOf[N]
}

/** People take a day or two, in seconds. */
const lookAgainSeconds = 3600

/** The same, once it has ended. @throws Problem not_found, not_final */
export const getEndedVerification = async <N extends VerificationType>(
  noun: N,
  call: { caller: Caller; params: { id: number }; nowMs: number },
): Promise<RecordOf[N]> => {
  const verification = await getCallerVerification(noun, call)
  if (isFinal(verification.outcome)) return verification
  throw new Problem('not_final', 'People work on it: `/v1/events` and webhooks tell when it has ended.', {
    headers: { 'retry-after': `${lookAgainSeconds}` },
  })
}

/** The caller's test verification, of any noun. @throws Problem not_found, in live mode too; product_not_enabled */
export const getTestVerification = async (
  caller: Caller,
  id: number,
  nowMs: number,
): Promise<Verification> => {
  const verification = caller.mode === 'test' && (await findVerification(caller, id, nowMs))
  if (!verification) throw new Problem('not_found', 'There is no test verification with this id.')
  requireScope(caller, [definitionOf[verification.product].scope])
  return verification
}

/** Cancels what nobody has visited yet; once more is no error. @throws Problem not_found, not_cancellable */
export const cancelVerification = async <N extends VerificationType>(
  noun: N,
  call: { caller: Caller; params: { id: number }; nowMs: number },
): Promise<RecordOf[N]> => {
  const verification = await getCallerVerification(noun, call)
  if (verification.outcome === 'cancelled') return verification
  const at = new Date(call.nowMs).toISOString()
  const isCancelled = await transitionVerification(verificationKeyOf(verification), 'cancel', {
    to: 'cancelled',
    at,
    by: call.caller.clientId,
  })
  const latest = await getCallerVerification(noun, call)
  if (!isCancelled && latest.outcome !== 'cancelled')
    throw new Problem(
      'not_cancellable',
      isFinal(latest.outcome) ? describeOutcome(latest.outcome) : 'It has been visited.',
    )
  return latest
}

const timeOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant)

/** Answers a page of the caller's verifications under a noun. */
export const listCallerVerifications = async (
  noun: VerificationType,
  { caller, query }: { caller: Caller; query: VerificationFilter },
) => {
  const beforeId = decodeCursor(query.cursor, verificationListKeyPattern)
  const filter = {
    status: query.status,
    customerReference: query.customerReference,
    fromMs: timeOf(query.from),
    toMs: timeOf(query.to),
  }
  const page = await listVerifications(caller, noun, filter, {
    limit: query.limit ?? 20,
    beforeId: beforeId === undefined ? undefined : Number(beforeId),
  })
  const data = page.items.map(item => ({ ...item, status: statusOf(item.outcome) }))
  return { status: 200, body: { data, nextCursor: encodeCursor(page.beforeId) } } as const
}
