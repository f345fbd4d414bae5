import { mapConcurrently } from '../aws/concurrency.ts'
import { digestPersonal } from '../table/personal-digest.ts'
import { database } from '../table/driver.ts'
import { timeOfId } from '../table/id.ts'
import type { Item, Key, PlainWrite } from '../table/port.ts'
import { expiresAt, unlessExpired } from '../table/retention.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import {
  type CaseField,
  caseIdRange,
  caseIndexKind,
  caseKey,
  casesQuery,
  parseCase,
  type SearchedValue,
} from './index-kind.ts'
import { isFinal, type Outcome } from '../verification/contract/outcome.ts'
import { digestPhone } from '../verification/digest-phone.ts'
import { normaliseWords } from '../verification/duplicate.ts'
import { verificationKey } from '../verification/kinds.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'

/*
 * The index by which staff find a verification of any organisation: an item for each field and value. It follows the
 * table's stream, so that no order waits for it: five items at the order (four without an LGA), one at the report, two at
 * the decision, each of one write unit.
 */

/** The same for all orders and spellings of a name's words. */
export const digestName = (name: string): Promise<string> =>
  digestPersonal(`name ${normaliseWords(name).split(' ').toSorted().join(' ')}`)

export const digestReference = (reference: string): Promise<string> =>
  digestPersonal(`reference ${reference}`)

/** By what a search may be about this verification. */
export const searchedValuesOf = async (verification: Verification): Promise<readonly SearchedValue[]> => {
  const { id, customerReference, applicant } = verification
  const { firstname, lastname, phone, phoneDigest } = applicant
  return [
    { field: 'id', value: `${id}` },
    { field: 'reference', value: await digestReference(customerReference) },
    { field: 'name', value: await digestName(`${firstname} ${lastname}`) },
    { field: 'phone', value: phoneDigest ?? (await digestPhone(phone)) },
  ]
}

const valueOfTime = 'all'

const orderedKeys = async (verification: Verification): Promise<readonly Key[]> => {
  const key = verificationKeyOf(verification)
  const at = timeOfId(verification.id)
  const of = (field: CaseField, value: string) => caseKey(key, field, value, at)
  const searched = await searchedValuesOf(verification)
  return [
    of('time', valueOfTime),
    ...searched.flatMap(({ field, value }) => (field === 'id' ? [] : [of(field, value)])),
    ...('lgaId' in verification ? [of('lga', `${verification.lgaId}`)] : []),
  ]
}

type EndedVerification = Pick<
  Verification,
  'id' | 'organisationId' | 'mode' | 'outcome' | 'updatedAt' | 'decidedBy'
>

const endKeys = (verification: EndedVerification): readonly Key[] => {
  const { id: verificationId, organisationId, mode, outcome, updatedAt, decidedBy } = verification
  if (!isFinal(outcome)) return []
  const key = { organisationId, mode, verificationId }
  return [
    caseKey(key, 'outcome', outcome, updatedAt),
    ...(decidedBy === undefined ? [] : [caseKey(key, 'reviewer', decidedBy, updatedAt)]),
  ]
}

/** Every entry of a verification but that of its agent. */
export const caseKeysOf = async (verification: Verification | undefined): Promise<readonly Key[]> =>
  verification && !verification.erasedAt
    ? [...(await orderedKeys(verification)), ...endKeys(verification)]
    : []

const namesOf = (keys: readonly Key[]): string => keys.map(({ pk, sk }) => `${pk} ${sk}`).join()

/** Whether a change of a verification changes its entries: an order does not change after it was accepted. */
export const changesCase = (before: Verification | undefined, after: Verification): boolean =>
  !before || before.erasedAt !== after.erasedAt || namesOf(endKeys(before)) !== namesOf(endKeys(after))

/** Work that was reported, as the stream tells of it. A back-check has no record of its own. */
export interface ReportedWork extends VerificationKey {
  readonly agent?: string
  readonly reportedAt?: string
  readonly backCheckOf?: number
}

export const agentCaseKeys = (work: ReportedWork | undefined): readonly Key[] =>
  work?.agent === undefined || work.reportedAt === undefined || work.backCheckOf
    ? []
    : [caseKey(work, 'agent', work.agent, work.reportedAt)]

export const deleteCaseKeys = async (keys: readonly Key[]): Promise<void> => {
  await mapConcurrently(keys, key => database.write({ delete: key }))
}

/** What puts the entries that are new and removes those that are over. */
const moveKeys = (before: readonly Key[], after: readonly Key[]): readonly PlainWrite[] => {
  const without = (keys: readonly Key[], others: readonly Key[]) =>
    keys.filter(({ pk, sk }) => !others.some(other => other.pk === pk && other.sk === sk))
  return [
    ...without(after, before).map(key => {
      const { verificationId } = parseCase('live', key)
      const at = timeOfId(verificationId)
      return { put: { ...key, expiresAt: expiresAt(at, caseIndexKind.days) } }
    }),
    ...without(before, after).map(key => ({ delete: key })),
  ]
}

/** A change of a verification, or of the work for it. */
export type CaseChange =
  | { readonly kind: 'case'; readonly before: Verification | undefined; readonly after: Verification }
  | {
      readonly kind: 'agent-case'
      readonly before: ReportedWork | undefined
      readonly after: ReportedWork
    }

const toMoves = async (change: CaseChange): Promise<readonly PlainWrite[]> =>
  change.kind === 'case'
    ? moveKeys(await caseKeysOf(change.before), await caseKeysOf(change.after))
    : moveKeys(agentCaseKeys(change.before), agentCaseKeys(change.after))

/** Of many changes together. Idempotent. @param changes in their order */
export const saveCases = async (changes: readonly CaseChange[]): Promise<void> =>
  database.writeMany((await Promise.all(changes.map(toMoves))).flat())

/** What is searched, its person's values as digests already. */
export type CaseQuery =
  | { readonly field: 'id'; readonly id: number }
  | { readonly field: 'outcome'; readonly value: Outcome }
  | { readonly field: Exclude<CaseField, 'time' | 'outcome'>; readonly value: string }
  | { readonly field: 'time' }

export interface CaseRange {
  /** ISO 8601; `to` is excluded. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The page before ended here. */
  readonly after?: string | undefined
  readonly limit: number
}

export interface CasePage {
  readonly verifications: readonly Verification[]
  readonly after?: string
}

const queryOf = (mode: Mode, query: CaseQuery, { from, to, after }: CaseRange) => {
  if (query.field === 'id')
    return { ...casesQuery(mode, 'time', valueOfTime), ...caseIdRange(timeOfId(query.id), query.id) }
  const end = [to, after].filter(each => each !== undefined).toSorted()[0]
  const value = query.field === 'time' ? valueOfTime : query.value
  return { ...casesQuery(mode, query.field, value), from: from ?? '0', to: end ?? ':' }
}

type StoredCase = Verification & { readonly expiresAt: number }

/** A write that hung may come through when the next has taken its place: of what is found, the record has the last word. */
const isStill = (query: CaseQuery, { outcome, decidedBy }: Verification): boolean => {
  if (query.field === 'outcome') return outcome === query.value
  return query.field !== 'reviewer' || decidedBy === query.value
}

/** Newest first, each once: one query and one read of what it found. What was erased or has expired is left out. */
export const findCases = async (
  mode: Mode,
  query: CaseQuery,
  range: CaseRange,
  nowMs: number,
): Promise<CasePage> => {
  const wanted = queryOf(mode, query, range)
  if (wanted.from > wanted.to) return { verifications: [] }
  // A range includes its ends, so the end of the page before is read again and dropped.
  const limit = range.limit + (range.after === undefined ? 0 : 1)
  const { items, after } = await database.query<Item & Key>({ ...wanted, newestFirst: true, limit })
  const found = items.filter(({ sk }) => sk !== range.after)
  const keys = new Map(
    found.map(item => {
      const key = parseCase(mode, item)
      return [`${key.organisationId} ${key.verificationId}`, verificationKey(key, key.verificationId)]
    }),
  )
  const stored = await database.getMany<StoredCase>([...keys.values()])
  const byRef = new Map(stored.map(one => [`${one.organisationId} ${one.id}`, one]))
  const verifications = [...keys.keys()].flatMap(ref => {
    const one = unlessExpired(byRef.get(ref), nowMs)
    return one && isStill(query, one) ? [one] : []
  })
  const last = found.at(-1)?.sk
  return { verifications, ...(after && last !== undefined && { after: last }) }
}
