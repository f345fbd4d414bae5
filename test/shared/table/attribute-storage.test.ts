import { expect, expectTypeOf, it } from 'vitest'
import type { Assignment } from '../../../shared/work/assignment/assignment.ts'
import type { StoredCaseNote } from '../../../shared/case/note-store.ts'
import type { StoredContactAttempt as ContactAttempt } from '../../../shared/employer/contact/attempt-store.ts'
import type { FrozenEvent } from '../../../shared/event/store.ts'
import type { SentDocument } from '../../../shared/evidence/document.ts'
import type { StoredPhotos } from '../../../shared/evidence/photo-store.ts'
import type { TimedPosition } from '../../../shared/evidence/reuse-store.ts'
import type { IdempotencyItem } from '../../../shared/http/idempotency-store.ts'
import type { StoredLookup } from '../../../shared/identity/store.ts'
import { linkKind } from '../../../shared/link/kinds.ts'
import type { Link } from '../../../shared/link/link.ts'
import { storageOf } from '../../../shared/table/driver.ts'
import type { kinds } from '../../../shared/subject/kinds.ts'
import { assignmentKind } from '../../../shared/verification/assignment-kind.ts'
import type { addressFields } from '../../../shared/verification/contract/address.ts'
import type { employmentFields } from '../../../shared/verification/contract/employment.ts'
import type { OrderField } from '../../../shared/verification/contract/order-field.ts'
import { verificationKind } from '../../../shared/verification/kinds.ts'
import type { StoredVerification } from '../../../shared/verification/person-store.ts'
import type { StoredRevision as KeptRevision } from '../../../shared/verification/revision-store.ts'
import type { CaseSearch } from '../../../shared/case/search/store.ts'
import type { StoredAttempt } from '../../../shared/webhook/delivery/attempt-store.ts'

interface Rows {
  readonly verification: StoredVerification
  readonly assignment: Assignment
  readonly dispute: Assignment
  readonly revision: KeptRevision
  readonly photo: StoredPhotos
  readonly document: SentDocument
  readonly link: Link
  readonly contactAttempt: ContactAttempt
  readonly lookup: StoredLookup
  readonly event: FrozenEvent
  readonly attempt: StoredAttempt
  readonly idempotencyKey: IdempotencyItem
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

type SealedKinds = Extract<(typeof kinds)[number], { readonly attributes: object }>
type SealedName = SealedKinds['name']
type AttributesOf<Name extends SealedName> = Extract<SealedKinds, { readonly name: Name }>['attributes']

type StorageNames<As> = {
  [Name in keyof AttributesOf<'verification'>]: AttributesOf<'verification'>[Name] extends As ? Name : never
}[keyof AttributesOf<'verification'>]

type SaidOf<Name extends SealedName> =
  | keyof AttributesOf<Name>
  | 'expiresAt'
  | (Name extends 'verification' ? FieldsStored<'encrypted'> : never)
type UnsaidOf<Name extends SealedName> = Exclude<NamesOf<Rows[Name]>, SaidOf<Name>>
type Unsaid = { [Name in SealedName]: UnsaidOf<Name> }[SealedName]

it('says of each attribute of every kind how it lies: tsc names one of which nobody has', () => {
  expectTypeOf<keyof Rows>().toEqualTypeOf<SealedName>()
  expectTypeOf<Unsaid>().toEqualTypeOf<never>()
  expectTypeOf<Exclude<FieldsStored<'plain'>, StorageNames<'plain'>>>().toEqualTypeOf<never>()
  expectTypeOf<Extract<FieldsStored<'encrypted'>, StorageNames<'plain'>>>().toEqualTypeOf<never>()
})

it('takes what nobody has said for personal, but for the table’s own', () => {
  for (const unknown of ['nickname', 'constructor'])
    expect([assignmentKind, verificationKind].map(kind => storageOf(kind, unknown))).toEqual([
      'encrypted',
      'encrypted',
    ])
  expect(
    ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'expiresAt'].map(name =>
      storageOf(linkKind, name),
    ),
  ).toEqual(Array(8).fill('plain'))
  expect(storageOf(verificationKind, 'customerReference')).toBe('plain')
})
