import type { Caller } from '../account/caller.ts'
import { Problem } from '../http/contract/problem.ts'
import { digestIdNumber } from '../identity/digest-id-number.ts'
import { spendCapProblem, toCappedReservation } from '../ledger/spend-cap.ts'
import { generateId, nextIdCandidate } from '../table/id.ts'
import { collectionOf } from './contract/product.ts'
import { digestPhone } from './digest-phone.ts'
import type { DuplicateGuard } from './duplicate.ts'
import type { ProductDefinition } from './product/definition.ts'
import { acceptVerification, findVerification, fingerprintsOf } from './store.ts'
import type { Verification } from './verification.ts'

/**
 * Attempts to write one order before its caller must retry. Two ids of one millisecond are equal once in 4,096, and
 * concurrent orders for people with the same name and address change each other's duplicate guard.
 */
const rounds = 8

export interface OrderRequest {
  readonly at: (id: number) => Verification
  readonly id: number
  /** Whether an earlier attempt of the same request may have written this id. */
  readonly isRepeat: boolean
  readonly isRevisit: boolean
  readonly nowMs: number
  /** Monthly limit of a client whose orders reserve their price. */
  readonly spendCap?: number | undefined
}

export interface AcceptanceResult {
  readonly verification: Verification
  readonly isDuplicate: boolean
}

/** The id that an earlier attempt generated may belong to another order, which had generated it first. */
const isSameOrder = (one: Verification, other: Verification): boolean =>
  one.customerReference === other.customerReference &&
  one.product === other.product &&
  fingerprintsOf(one).fingerprint === fingerprintsOf(other).fingerprint

const standing = async (ids: readonly number[], verification: Verification, nowMs: number) => {
  for (const id of ids) {
    const earlier = await findVerification(verification, id, nowMs)
    if (earlier && earlier.outcome !== 'cancelled') return earlier
  }
  return undefined
}

/** Accepts an order, or finds the earlier one that it repeats. @throws Problem spend_cap_reached, unavailable */
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
    const earlier = isRevisit ? undefined : await standing(result.earlier, verification, nowMs)
    if (earlier) return { verification: earlier, isDuplicate: true }
    met = result.guard
  }
  throw new Problem('unavailable', 'Too many orders for these names and this place came at once.', {
    headers: { 'retry-after': '1' },
  })
}

interface CreationInput<Body> {
  readonly caller: Caller
  readonly body: Body & {
    readonly allowRevisit?: boolean | undefined
    readonly applicant: { readonly phone: string; readonly idNumber?: string | undefined }
  }
  readonly nowMs: number
  readonly id: number
  readonly isRepeat: boolean
}

export const placeOrder = async <Body>(
  definition: ProductDefinition<Verification, Body>,
  { caller, body, nowMs, id, isRepeat }: CreationInput<Body>,
): Promise<AcceptanceResult> => {
  const draw = () => generateId(nowMs, Math.random())
  const { phone, idNumber } = body.applicant
  const capped = toCappedReservation(caller, definition.name, nowMs)
  const context = {
    applicantId: draw(),
    organisationId: caller.organisationId,
    mode: caller.mode,
    now: new Date(nowMs).toISOString(),
    digests: { phoneDigest: await digestPhone(phone), ...(idNumber && (await digestIdNumber(idNumber))) },
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

export const toCreatedResponse = (
  definition: Pick<ProductDefinition, 'toCreated'>,
  { verification, isDuplicate }: AcceptanceResult,
) =>
  ({
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/${collectionOf[verification.product]}/${verification.id}` },
    body: definition.toCreated(verification, isDuplicate),
  }) as const

export const createVerification = async <Body>(
  definition: ProductDefinition<Verification, Body>,
  creation: CreationInput<Body>,
) => toCreatedResponse(definition, await placeOrder(definition, creation))
