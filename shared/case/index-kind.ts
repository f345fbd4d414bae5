import { defineKind, padded, prefixRange, type Told, toKey } from '../table/kind.ts'
import type { Key } from '../table/port.ts'
import { recordDays } from '../table/retention.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'

/** `case#<mode>#<field>#<value>`, `<at>#<id>#<organisationId>`; read by searchCases. */
export const caseIndexKind = defineKind({
  name: 'caseIndex',
  writable: ['case#*'],
  days: recordDays,
})

export const caseIndexTold = {
  kind: caseIndexKind,
  what: 'index entry of a verification, by which staff find it (table)',
  holds:
    'keyed digests of name, phone number and the customer’s reference; ids of staff, the LGA, the outcome and times',
  after: 'the request',
  erased: 'deleted',
  notExported: 'It is made of data in the record.',
} as const satisfies Told

export type CaseField = 'time' | 'reference' | 'name' | 'phone' | 'lga' | 'outcome' | 'agent' | 'reviewer'

/**
 * Nothing is split: a partition takes 1,000 writes a second
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html), and `time`, the
 * busiest, takes one an order. What is beyond that waits in the stream, and no order waits for it.
 * @param value of a person only as a keyed digest
 */
const casePartition = (mode: Mode, field: CaseField, value: string): string =>
  `case#${mode}#${field}#${value}`

/** @param at of the order, of the report or of the decision: ISO 8601 */
export const caseKey = (of: VerificationKey, field: CaseField, value: string, at: string) =>
  toKey(
    casePartition(of.mode, field, value),
    `${at}#${padded(of.verificationId)}#${padded(of.organisationId)}`,
  )

export const casesQuery = (mode: Mode, field: CaseField, value: string) => ({
  partition: casePartition(mode, field, value),
})

export const caseIdRange = (at: string, verificationId: number) =>
  prefixRange(`${at}#${padded(verificationId)}`)

export const parseCase = (mode: Mode, { sk }: Key): VerificationKey => {
  const [, verificationId, organisationId] = sk.split('#')
  return { organisationId: Number(organisationId), mode, verificationId: Number(verificationId) }
}

export const casePageKeyPattern = /^[\d:.TZ-]{24}#\d{16}#\d{16}$/

/** What of a case was searched, where words were written of it: of a person only a keyed digest. */
export interface SearchedValue {
  readonly field: CaseField | 'id'
  readonly value: string
}
