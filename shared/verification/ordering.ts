import type { Caller } from '../account/caller.ts'
import type { EventNoun } from '../event/contract.ts'
import { Problem } from '../http/contract/problem.ts'
import { cursorOf, placeOf } from '../http/cursor.ts'
import { sealIdNumber } from '../identity/seal-number.ts'
import { idAt } from '../table/id.ts'
import { type Accepted, acceptOrder } from './acceptance.ts'
import { toVerificationLine } from './answer/line.ts'
import type { VerificationFilter } from './contract/list.ts'
import type { OrderContext } from './order.ts'
import { nounOf } from './product.ts'
import { list } from './store/list-store.ts'
import { find, move } from './store/verification-store.ts'
import { keyOf, type Verification } from './verification.ts'

/** What the actions of addresses and employments have in common, on this stage's table. */

type Of<Noun extends EventNoun> = Extract<
  Verification,
  {
    product: { [P in keyof typeof nounOf]: (typeof nounOf)[P] extends Noun ? P : never }[keyof typeof nounOf]
  }
>

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
  const idNumber = await sealIdNumber(body.applicant.idNumber)
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
export const findFor = async <Noun extends EventNoun>(
  noun: Noun,
  { caller, params, nowMs }: { caller: Caller; params: { id: number }; nowMs: number },
): Promise<Of<Noun>> => {
  const verification = await find(caller, params.id, nowMs)
  if (!verification || nounOf[verification.product] !== noun)
    throw new Problem('not_found', `There is no ${noun} verification with this id.`)
  return verification as Of<Noun>
}

/** Cancels what nobody has visited yet; once more is no error. @throws Problem not_found, not_cancellable */
export const cancelFor = async <Noun extends EventNoun>(
  noun: Noun,
  call: { caller: Caller; params: { id: number }; nowMs: number },
): Promise<Of<Noun>> => {
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
  noun: EventNoun,
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
