import type { Caller } from '../account/caller.ts'
import { Problem } from '../http/contract/problem.ts'
import { cursorOf, placeOf } from '../http/cursor.ts'
import { sealIdNumber } from '../identity/seal-number.ts'
import { idAt } from '../table/id.ts'
import { type Accepted, acceptOrder } from './acceptance.ts'
import { toVerificationLine } from './answer/line.ts'
import type { VerificationFilter } from './contract/list.ts'
import type { OrderContext } from './order.ts'
import { type Noun, nounOf, type Product } from './product.ts'
import { list } from './store/list-store.ts'
import { find, move } from './store/verification-store.ts'
import { keyOf, type Verification } from './verification.ts'

/** What the actions of addresses and employments have in common, on this stage's table. */

type ProductOf<N extends Noun> = {
  [P in Product]: (typeof nounOf)[P] extends N ? P : never
}[Product]
type VerificationOf<N extends Noun> = Extract<Verification, { product: ProductOf<N> }>

interface Creation {
  readonly caller: Caller
  readonly body: {
    readonly allowRevisit?: boolean | undefined
    readonly applicant: { readonly idNumber?: string | undefined }
  }
  readonly nowMs: number
  readonly id: number
  readonly isRepeat: boolean
}

/** Accepts what the caller orders; `order` makes the record, or throws what is wrong with it. */
export const acceptFor = async <Ordered extends Verification>(
  { caller, body, nowMs, id, isRepeat }: Creation,
  order: (context: OrderContext) => Ordered,
): Promise<Accepted & { verification: Ordered }> => {
  const now = new Date(nowMs).toISOString()
  const draw = () => idAt(nowMs, Math.random())
  const raw = body.applicant.idNumber
  const idNumber = raw ? await sealIdNumber(raw) : undefined
  const context = {
    applicantId: draw(),
    organisationId: caller.organisationId,
    mode: caller.mode,
    now,
    idNumber,
  }
  return acceptOrder({
    at: drawn => order({ ...context, id: drawn }),
    id,
    isRepeat,
    isRevisit: body.allowRevisit ?? false,
    nowMs,
    redraw: draw,
  }) as Promise<Accepted & { verification: Ordered }>
}

/** @throws Problem not_found for an id of another organisation, mode or noun, or of none */
export const findFor = async <N extends Noun>(
  noun: N,
  { caller, params, nowMs }: { caller: Caller; params: { id: number }; nowMs: number },
): Promise<VerificationOf<N>> => {
  const verification = await find(caller, params.id, nowMs)
  if (!verification || nounOf[verification.product] !== noun)
    throw new Problem('not_found', `There is no ${noun} verification with this id.`)
  return verification as VerificationOf<N>
}

/** Cancels what nobody has visited yet; once more is no error. @throws Problem not_found, not_cancellable */
export const cancelFor = async <N extends Noun>(
  noun: N,
  call: { caller: Caller; params: { id: number }; nowMs: number },
): Promise<VerificationOf<N>> => {
  const verification = await findFor(noun, call)
  if (verification.outcome === 'cancelled') return verification
  const at = new Date(call.nowMs).toISOString()
  const isCancelled = await move(keyOf(verification), 'cancel', { to: 'cancelled', at })
  const latest = await findFor(noun, call)
  if (!isCancelled && latest.outcome !== 'cancelled')
    throw new Problem('not_cancellable', 'It has been visited or is complete.')
  return latest
}

const timeOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant)

/** A page of the caller's verifications under a noun. */
export const listFor = async (
  noun: Noun,
  { caller, query }: { caller: Caller; query: VerificationFilter },
) => {
  const beforeId = placeOf(query.cursor, /^[1-9]\d{0,15}$/)
  const filter = {
    status: query.status,
    customerReference: query.customerReference,
    fromMs: timeOf(query.from),
    toMs: timeOf(query.to),
  }
  const lines = await list(caller, noun, filter, {
    limit: query.limit ?? 20,
    beforeId: beforeId === undefined ? undefined : Number(beforeId),
  })
  return { data: lines.items.map(toVerificationLine), nextCursor: cursorOf(lines.beforeId) }
}
