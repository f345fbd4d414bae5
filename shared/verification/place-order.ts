import type { Caller } from '../account/caller.ts'
import type { ActionResponse, AnswerStorage, MetAnswer } from '../http/action.ts'
import { Problem } from '../http/contract/problem.ts'
import type { Route } from '../http/contract/route.ts'
import type { AnswerPut, HeldAnswer } from '../http/idempotency-store.ts'
import { digestIdNumber } from '../identity/digest-id-number.ts'
import { spendCapProblem, toCappedReservation } from '../ledger/spend-cap.ts'
import { generateId, nextIdCandidate } from '../table/id.ts'
import { collectionOf } from './contract/product.ts'
import { digestPhone } from './digest-phone.ts'
import type { DuplicateGuard } from './duplicate.ts'
import type { ProductDefinition } from './product/definition.ts'
import { acceptVerification, findVerification, fingerprintsOf, storeAnswer } from './store.ts'
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

interface CreationRoute extends Route {
  readonly answers: { readonly 200: Route['answers'][number]; readonly 201: Route['answers'][number] }
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

/** Stores the answer about an order under its Idempotency-Key. */
interface AnswerKeeper {
  readonly putFor: (result: AcceptanceResult) => AnswerPut
  readonly meet: (held: HeldAnswer) => MetAnswer
}

interface ReplayedAnswer {
  readonly replayed: ActionResponse
}

/** Nothing is written but the answer. What another request with the key stored meanwhile stands. */
const answerAlone = async (
  result: AcceptanceResult,
  keeper: AnswerKeeper | undefined,
): Promise<AcceptanceResult | ReplayedAnswer> => {
  if (!keeper) return result
  const held = await storeAnswer(keeper.putFor(result))
  const met = held && keeper.meet(held)
  return met?.kind === 'answered' ? { replayed: met.response } : result
}

const accept = async (
  order: OrderRequest,
  keeper?: AnswerKeeper,
): Promise<AcceptanceResult | ReplayedAnswer> => {
  const { isRevisit, nowMs, spendCap } = order
  let { id, isRepeat } = order
  let met: DuplicateGuard | undefined
  for (let round = 0; round < rounds; round++) {
    const verification = order.at(id)
    const isForced = isRevisit && round === rounds - 1
    const accepted = { verification, isDuplicate: false }
    const answerPut = keeper?.putFor(accepted)
    const result = await acceptVerification(verification, nowMs, { met, isForced, spendCap, answerPut })
    if (result.kind === 'accepted') return accepted
    if (result.kind === 'key-held') {
      const held = keeper!.meet(result.held)
      if (held.kind === 'answered')
        return { replayed: held.response }
        // Only a request of an earlier release ends without an answer.
      ;({ id } = held)
      isRepeat = true
      continue
    }
    if (result.kind === 'capped')
      throw spendCapProblem({ reservation: verification.reservation!, spendCap: spendCap! })
    if (result.kind === 'id-taken') {
      const own = isRepeat && (await findVerification(verification, id, nowMs))
      if (own && isSameOrder(own, verification))
        return answerAlone({ verification: own, isDuplicate: false }, keeper)
      id = nextIdCandidate(id)
      continue
    }
    const earlier = isRevisit ? undefined : await standing(result.earlier, verification, nowMs)
    if (earlier) return answerAlone({ verification: earlier, isDuplicate: true }, keeper)
    met = result.guard
  }
  throw new Problem('unavailable', 'Too many orders for these names and this place came at once.', {
    headers: { 'retry-after': '1' },
  })
}

const neverReplayed = (result: AcceptanceResult | ReplayedAnswer): AcceptanceResult => {
  if ('replayed' in result)
    throw new TypeError('Only an order with an Idempotency-Key has an answer to repeat')
  return result
}

/** Accepts an order, or finds the earlier one that it repeats. @throws Problem spend_cap_reached, unavailable */
export const acceptOrder = async (order: OrderRequest): Promise<AcceptanceResult> =>
  neverReplayed(await accept(order))

interface CreationInput<Body> {
  readonly caller: Caller
  readonly body: Body & {
    readonly allowRevisit?: boolean | undefined
    readonly applicant: { readonly phone: string; readonly idNumber?: string | undefined }
  }
  readonly nowMs: number
  readonly id: number
  readonly isRepeat: boolean
  readonly answerStorage?: AnswerStorage | undefined
}

const toOrderRequest = async <Body>(
  definition: ProductDefinition<Verification, Body>,
  { caller, body, nowMs, id, isRepeat }: CreationInput<Body>,
): Promise<OrderRequest> => {
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
  return {
    at: drawn => definition.order(body, { ...context, id: drawn }),
    id,
    isRepeat,
    isRevisit: body.allowRevisit ?? false,
    nowMs,
    spendCap: capped?.spendCap,
  }
}

export const placeOrder = async <Body>(
  definition: ProductDefinition<Verification, Body>,
  creation: CreationInput<Body>,
): Promise<AcceptanceResult> => acceptOrder(await toOrderRequest(definition, creation))

export const toCreatedResponse = (
  definition: Pick<ProductDefinition, 'toCreated'>,
  { verification, isDuplicate }: AcceptanceResult,
) =>
  ({
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/${collectionOf[verification.product]}/${verification.id}` },
    body: definition.toCreated(verification, isDuplicate),
  }) as const

/** Places an order. With an Idempotency-Key its answer is stored by the transaction that accepts it, or is repeated. */
export const createVerification = async <Body>(
  definition: ProductDefinition<Verification, Body>,
  creation: CreationInput<Body>,
): Promise<ActionResponse<CreationRoute>> => {
  const { answerStorage } = creation
  if (!answerStorage) return toCreatedResponse(definition, await placeOrder(definition, creation))
  let response: ActionResponse | undefined
  const result = await accept(await toOrderRequest(definition, creation), {
    putFor: accepted => {
      const stored = answerStorage.store(toCreatedResponse(definition, accepted))
      response = stored.response
      return stored.put
    },
    meet: answerStorage.meet,
  })
  return ('replayed' in result ? result.replayed : response!) as ActionResponse<CreationRoute>
}
