import { expect, expectTypeOf, it } from 'vitest'
import type { Assignment } from '../../../shared/assignment/assignment.ts'
import type { StoredCaseNote } from '../../../shared/assignment/note-store.ts'
import type { StoredContactAttempt as ContactAttempt } from '../../../shared/employer/contact/attempt-store.ts'
import type { FrozenEvent } from '../../../shared/event/store.ts'
import type { SentDocument } from '../../../shared/evidence/document.ts'
import type { StoredPhotos } from '../../../shared/evidence/photo-store.ts'
import type { TimedPosition } from '../../../shared/evidence/reuse-store.ts'
import type { IdempotencyItem } from '../../../shared/http/idempotency-store.ts'
import type { StoredLookup } from '../../../shared/identity/store.ts'
import type { Link } from '../../../shared/link/link.ts'
import { type storageByKind, storageOf } from '../../../shared/table/attribute-storage.ts'
import type { PersonalKind } from '../../../shared/table/keys.ts'
import type { addressFields } from '../../../shared/verification/contract/address.ts'
import type { employmentFields } from '../../../shared/verification/contract/employment.ts'
import type { OrderField } from '../../../shared/verification/contract/order-field.ts'
import type { StoredVerification } from '../../../shared/verification/person-store.ts'
import type { StoredRevision as KeptRevision } from '../../../shared/verification/revision-store.ts'
import type { CaseSearch } from '../../../shared/work/case-search-store.ts'
import type { StoredAttempt } from '../../../shared/webhook/delivery/attempt-store.ts'

interface Rows {
  readonly verification: StoredVerification
  readonly assignment: Assignment
  readonly revision: KeptRevision
  readonly photos: StoredPhotos
  readonly document: SentDocument
  readonly link: Link
  readonly contact: ContactAttempt
  readonly lookup: StoredLookup
  readonly event: FrozenEvent
  readonly attempt: StoredAttempt
  readonly idempotency: IdempotencyItem
  readonly lastPlace: TimedPosition
  readonly caseSearch: CaseSearch
  readonly caseNote: StoredCaseNote
}

type NamesOf<Row> = Row extends unknown ? keyof Row : never
/** Fields of orders, which say themselves how they are stored. */
type OrderedFields = typeof addressFields & typeof employmentFields
type FieldsStored<As extends OrderField['stored']> = {
  [Name in keyof OrderedFields]: OrderedFields[Name]['stored'] extends As ? Name : never
}[keyof OrderedFields]

type StorageNames<As> = {
  [Name in keyof (typeof storageByKind)['verification']]: (typeof storageByKind)['verification'][Name] extends As
    ? Name
    : never
}[keyof (typeof storageByKind)['verification']]

type SaidOf<Kind extends PersonalKind> =
  | keyof (typeof storageByKind)[Kind]
  | 'expiresAt'
  | (Kind extends 'verification' ? FieldsStored<'encrypted'> : never)
type UnsaidOf<Kind extends PersonalKind> = Exclude<NamesOf<Rows[Kind]>, SaidOf<Kind>>
type Unsaid = { [Kind in PersonalKind]: UnsaidOf<Kind> }[PersonalKind]

it('says of each attribute of every kind how it lies: tsc names one of which nobody has', () => {
  expectTypeOf<keyof Rows>().toEqualTypeOf<PersonalKind>()
  expectTypeOf<Unsaid>().toEqualTypeOf<never>()
  expectTypeOf<Exclude<FieldsStored<'plain'>, StorageNames<'plain'>>>().toEqualTypeOf<never>()
  expectTypeOf<Extract<FieldsStored<'encrypted'>, StorageNames<'plain'>>>().toEqualTypeOf<never>()
})

it('takes what nobody has said for personal, but for the table’s own', () => {
  for (const unknown of ['nickname', 'constructor'])
    expect(['assignment', 'verification'].map(kind => storageOf(kind as 'assignment', unknown))).toEqual([
      'encrypted',
      'encrypted',
    ])
  expect(
    ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'expiresAt'].map(name =>
      storageOf('link', name),
    ),
  ).toEqual(Array(8).fill('plain'))
  expect(storageOf('verification', 'customerReference')).toBe('plain')
})
