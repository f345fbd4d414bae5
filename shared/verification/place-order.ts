import type { Caller } from '../account/caller.ts'
import { again, retry } from '../aws/retry.ts'
import type { AnswerStorage, MetAnswer } from '../http/action.ts'
import { Problem } from '../http/contract/problem.ts'
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
const orderTries = 8

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

/** What is answered about an order, and what stores that under its Idempotency-Key, if it has one. */
interface Answering<Answer> {
  readonly store: (result: AcceptanceResult) => { readonly response: Answer; readonly put?: AnswerPut }
  readonly meet: (held: HeldAnswer) => MetAnswer<Answer>
}

/** Nothing is written but the answer. What another request with the key stored meanwhile stands. */
const answerAlone = async <Answer>(
  result: AcceptanceResult,
  { store, meet }: Answering<Answer>,
): Promise<Answer> => {
  const { response, put } = store(result)
  const held = put && (await storeAnswer(put))
  const met = held && meet(held)
  return met?.kind === 'answered' ? met.response : response
}

/** Of what one attempt to write an order is made. */
interface Attempt extends Pick<OrderRequest, 'id' | 'isRepeat'> {
  /** The guard in the way of the attempt before. */
  readonly met?: DuplicateGuard | undefined
}

const accept = <Answer>(order: OrderRequest, answering: Answering<Answer>): Promise<Answer> => {
  const { isRevisit, nowMs, spendCap } = order
  return retry<Answer, Attempt>(
    { times: orderTries },
    async ({ id, isRepeat, met } = order, { isLast }) => {
      const verification = order.at(id)
      const { response, put } = answering.store({ verification, isDuplicate: false })
      const terms = { met, isForced: isRevisit && isLast, spendCap, answerPut: put }
      const end = await acceptVerification(verification, nowMs, terms)
      switch (end.kind) {
        case 'accepted':
          return response
        case 'key-held': {
          const held = answering.meet(end.held)
          // Only a request of an earlier release ends without an answer.
          return held.kind === 'answered' ? held.response : again({ id: held.id, isRepeat: true, met })
        }
        case 'capped':
          throw spendCapProblem({ reservation: verification.reservation!, spendCap: spendCap! })
        case 'id-taken': {
          const own = isRepeat && (await findVerification(verification, id, nowMs))
          return own && isSameOrder(own, verification)
            ? answerAlone({ verification: own, isDuplicate: false }, answering)
            : again({ id: nextIdCandidate(id), isRepeat, met })
        }
        case 'guarded': {
          const earlier = isRevisit ? undefined : await standing(end.earlier, verification, nowMs)
          return earlier
            ? answerAlone({ verification: earlier, isDuplicate: true }, answering)
            : again({ id, isRepeat, met: end.guard })
        }
      }
    },
    () =>
      new Problem('unavailable', 'Too many orders for these names and this place came at once.', {
        headers: { 'retry-after': '1' },
      }),
  )
}

const unstored: Answering<AcceptanceResult> = {
  store: response => ({ response }),
  meet: () => {
    throw new TypeError('Only an order with an Idempotency-Key has an answer to repeat')
  },
}

/** Accepts an order, or finds the earlier one that it repeats. @throws Problem spend_cap_reached, unavailable */
export const acceptOrder = (order: OrderRequest): Promise<AcceptanceResult> => accept(order, unstored)

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

export const toCreatedResponse = <Created extends object>(
  definition: Pick<ProductDefinition<Verification, unknown, Created>, 'toCreated'>,
  { verification, isDuplicate }: AcceptanceResult,
) =>
  ({
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/${collectionOf[verification.product]}/${verification.id}` },
    body: definition.toCreated(verification, isDuplicate),
  }) as const

/** Places an order. With an Idempotency-Key its answer is stored by the transaction that accepts it, or is repeated. */
export const createVerification = async <Body, Created extends object>(
  definition: ProductDefinition<Verification, Body, Created>,
  creation: CreationInput<Body>,
): Promise<ReturnType<typeof toCreatedResponse<Created>>> => {
  const { answerStorage } = creation
  if (!answerStorage) return toCreatedResponse(definition, await placeOrder(definition, creation))
  const answering = {
    store: (result: AcceptanceResult) => answerStorage.store(toCreatedResponse(definition, result)),
    meet: answerStorage.meet,
  }
  // Safe: what is stored, and repeated, is an answer that this made.
  return accept(await toOrderRequest(definition, creation), answering) as ReturnType<
    typeof createVerification<Body, Created>
  >
}
