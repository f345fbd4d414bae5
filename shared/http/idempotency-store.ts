import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { conditionsMet, failureOf, type Item, type Key, type Put } from '../table/port.ts'
import { unlessExpired } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import { idempotencyKey, idempotencyKeyKind, storedResponseIndex, storedResponsesQuery } from './kinds.ts'

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What stores an answer, for the transaction of an action. */
export type AnswerPut = Put
/** The item that stands where an answer was to be stored. */
export type HeldAnswer = Item

export interface IdempotencyKey extends Tenant {
  readonly clientId: string
  readonly keyDigest: string
}

/** State of a key that an earlier request claimed. `takeover`: that request ended without a response. */
export type HeldState =
  | { readonly kind: 'takeover'; readonly id: number }
  | { readonly kind: 'answered'; readonly answer: StoredResponse }
  | { readonly kind: 'in-flight' | 'other-body' }

/** State of a key when a request claims it. */
export type IdempotencyState = { readonly kind: 'first'; readonly id: number } | HeldState

/** A repeat may take over after this time: API Gateway ends a request after 30 seconds. */
const lockSeconds = 35

export interface IdempotencyItem {
  readonly bodyDigest: string
  /** Of the first request: a repeat that takes over uses it too, so that nothing is made twice. */
  readonly id: number
  readonly lockedUntil: number
  readonly expiresAt: number
  readonly answer?: StoredResponse
}

const keyOf = (key: IdempotencyKey) => idempotencyKey(key, key.clientId, key.keyDigest)

const holdWrite = (key: IdempotencyKey, bodyDigest: string, id: number, nowSeconds: number) => ({
  put: {
    ...keyOf(key),
    bodyDigest,
    id,
    lockedUntil: nowSeconds + lockSeconds,
    expiresAt: nowSeconds + idempotencyKeyKind.days * 86_400,
  },
  condition: {
    when: 'attribute_not_exists(#pk) OR #expiresAt <= :nowSeconds',
    values: { nowSeconds },
    // What another path answered may be sealed for its function alone.
    opensItem: (held: Item) => held.bodyDigest === bodyDigest,
  },
})

const takeOver = async (
  key: IdempotencyKey,
  held: IdempotencyItem,
  nowSeconds: number,
): Promise<IdempotencyState> => {
  const lock = {
    update: keyOf(key),
    set: { lockedUntil: nowSeconds + lockSeconds },
    condition: {
      when: '#lockedUntil = :before AND attribute_not_exists(#answer)',
      values: { before: held.lockedUntil },
    },
  }
  return (await conditionsMet(database.write(lock)))
    ? { kind: 'takeover', id: held.id }
    : { kind: 'in-flight' }
}

const stateOf = (held: IdempotencyItem, bodyDigest: string, nowSeconds: number): HeldState => {
  if (held.bodyDigest !== bodyDigest) return { kind: 'other-body' }
  if (held.answer) return { kind: 'answered', answer: held.answer }
  return held.lockedUntil > nowSeconds ? { kind: 'in-flight' } : { kind: 'takeover', id: held.id }
}

export const saveInProgress = async (
  key: IdempotencyKey,
  request: { bodyDigest: string; id: number; nowMs: number },
): Promise<IdempotencyState> => {
  const nowSeconds = Math.floor(request.nowMs / 1000)
  const hold = holdWrite(key, request.bodyDigest, request.id, nowSeconds)
  const failure = await failureOf(database.transact({ hold }))
  if (!failure) return { kind: 'first', id: request.id }
  const held = failure.items.hold as unknown as IdempotencyItem
  const state = stateOf(held, request.bodyDigest, nowSeconds)
  return state.kind === 'takeover' ? takeOver(key, held, nowSeconds) : state
}

const recordIn = ({ body }: StoredResponse): number | undefined => {
  const { id } = (body === '' ? {} : JSON.parse(body)) as { id?: unknown }
  return typeof id === 'number' ? id : undefined
}

const keptAs = (key: IdempotencyKey, answer: StoredResponse) => {
  const id = recordIn(answer)
  return { answer, ...(id !== undefined && storedResponseIndex(key, id, key.keyDigest)) }
}

/**
 * The write that claims a key and stores its answer, for the transaction that does the work. It also replaces the claim of
 * a request that ended without an answer and used the same id.
 */
export const answerWrite = (
  key: IdempotencyKey,
  request: { readonly bodyDigest: string; readonly id: number; readonly nowMs: number },
  answer: StoredResponse,
): AnswerPut => {
  const { bodyDigest, id, nowMs } = request
  const nowSeconds = Math.floor(nowMs / 1000)
  return {
    put: {
      ...keyOf(key),
      bodyDigest,
      id,
      lockedUntil: 0,
      expiresAt: nowSeconds + idempotencyKeyKind.days * 86_400,
      ...keptAs(key, answer),
    },
    condition: {
      when: `attribute_not_exists(#pk) OR #expiresAt <= :nowSeconds OR
        (attribute_not_exists(#answer) AND #lockedUntil <= :nowSeconds AND #bodyDigest = :bodyDigest AND #id = :id)`,
      values: { nowSeconds, bodyDigest, id },
      opensItem: (held: Item) => held.bodyDigest === bodyDigest,
    },
  }
}

/** What stands under a key, with its answer if it belongs to this body. */
export const findHeldAnswer = async (
  key: IdempotencyKey,
  { bodyDigest, nowMs }: { readonly bodyDigest: string; readonly nowMs: number },
): Promise<HeldAnswer | undefined> => {
  const opensItem = (held: Item) => held.bodyDigest === bodyDigest
  const held = await database.get<IdempotencyItem>(keyOf(key), { consistent: true, opensItem })
  return unlessExpired(held, nowMs) as HeldAnswer | undefined
}

/** @param held what failed the condition of `answerWrite`, or was found */
export const stateOfHeld = (held: HeldAnswer, bodyDigest: string, nowMs: number): HeldState =>
  stateOf(held as unknown as IdempotencyItem, bodyDigest, Math.floor(nowMs / 1000))

/** Without a response, the next request with the key takes over. */
export const saveResponse = async (
  key: IdempotencyKey,
  answer: StoredResponse | undefined,
): Promise<void> => {
  const set = answer ? keptAs(key, answer) : { lockedUntil: 0 }
  await database.write({ update: keyOf(key), set })
}

export const deleteInProgress = async (key: IdempotencyKey): Promise<void> => {
  await database.write({ delete: keyOf(key) })
}

export const listStoredResponses = async (tenant: Tenant, id: number): Promise<readonly StoredResponse[]> => {
  const held = await database.getMany<IdempotencyItem>(await queryAll<Key>(storedResponsesQuery(tenant, id)))
  return held.flatMap(({ answer, expiresAt }) => (answer ? [{ ...answer, expiresAt }] : []))
}
