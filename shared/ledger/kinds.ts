import {
  defineKind,
  listPartCount,
  listParts,
  padded,
  type Told,
  tenant,
  tenantItem,
  toIndex2,
  toKey,
} from '../table/kind.ts'
import type { Key } from '../table/port.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'

/** Of lines, and of nothing else: the stream passes on each line that is added. */
export const ledgerLinePrefix = 'ledger#'

/** `ledger#<t>#<month>#<part>`, `<at>#<id>[#<link>]`; read by ledger, listCharges, the ledger's check. */
export const ledgerKind = defineKind({
  name: 'ledger',
  writable: [`${ledgerLinePrefix}*`],
  /**
   * Seven years, as books are kept. Nigeria: six, CAMA 2020 s. 375 (2)
   * (https://lawglobalhub.com/section-375-companies-and-allied-matters-act-cama-2020). Kenya: seven for a company's
   * records (https://filingroomkenya.com/kenyan-corporate-law-how-long-must-i-keep-my-accounting-records/), five for
   * taxes, Tax Procedures Act 2015 s. 23 (1) (c).
   */
  days: 2557,
})

export const ledgerTold = {
  kind: ledgerKind,
  what: 'line of the ledger, sum of a day (table)',
  holds:
    'nothing: ids of the record, the organisation and its client, the product, how it ended, amount and time',
  after: 'the charge: seven years, as books are kept',
  erased: 'stays: it names nobody, and records what was charged',
  notExported: 'It names nobody; the record contains the charge as its price.',
} as const satisfies Told

/**
 * `ledger-reference#<line's pk>`, `as ledger line`; gsi2 `<t>#charge-reference#<id>`; read by listCharges,
 * erasure.
 */
export const chargeReferenceKind = defineKind({
  name: 'chargeReference',
  writable: ['ledger-reference#*'],
  itemsOf: (of: Tenant, id: number) => chargeReferencesQuery({ ...of, verificationId: id }),
  days: recordDays,
})

export const chargeReferenceTold = {
  kind: chargeReferenceKind,
  what: 'customer’s reference of a charge (table)',
  holds: 'the reference that the customer gave with the order, and the id of the verification',
  after: 'the request',
  erased: 'deleted; the line of the ledger stays',
  notExported: 'It is in the record.',
} as const satisfies Told

/** `<t>#reservation#<part>`, `<id>`; read by orders and look-ups of capped clients, the ledger's check. */
export const reservationKind = defineKind({
  name: 'reservation',
  days: 1,
})

export const reservationTold = {
  kind: reservationKind,
  what: 'reservation of a spend cap (table)',
  holds: 'nothing: ids and an amount',
  after: 'its order ended',
  erased: 'released',
  notExported: 'It is an amount, until the record is complete.',
} as const satisfies Told

/** `<t>#spend#<clientId>`, `<month>`; read by the same, listCharges. */
export const spendKind = defineKind({
  name: 'spend',
  /** Orders are settled in the next month. */
  days: 92,
})

export const spendTold = {
  kind: spendKind,
  what: 'spending of a capped client in a month (table)',
  holds: 'nothing: a client’s id and amounts',
  after: 'the month began',
  erased: 'stays until then',
  notExported: 'It is an amount of a customer’s client.',
} as const satisfies Told

/** @param month `2026-11`. No tenant's prefix: IAM lets functions append, and none change a line. */
const ledgerPartition = (of: Tenant, month: string, part: number): string =>
  `${ledgerLinePrefix}${tenant(of)}#${month}#${part}`

export const ledgerKey = (of: Tenant, at: string, id: number, ...messageLink: readonly string[]) =>
  toKey(ledgerPartition(of, at.slice(0, 7), id % listPartCount), [at, padded(id), ...messageLink].join('#'))

export const ledgerQuery = (of: Tenant, month: string) =>
  listParts.map(part => ({ partition: ledgerPartition(of, month, part) }))

const chargeReferencesPartition = (of: Tenant, id: number): string =>
  `${tenant(of)}#charge-reference#${padded(id)}`

/** Beside a line, by the same key: a line is never changed, and a reference goes with its person. Erasure finds it by its record. */
export const chargeReferenceKey = (of: VerificationKey, { pk, sk }: Key) => ({
  ...toKey(`ledger-reference#${pk}`, sk),
  ...toIndex2(chargeReferencesPartition(of, of.verificationId), sk),
})

export const chargeReferencesQuery = (of: VerificationKey) =>
  ({ index: 'gsi2', partition: chargeReferencesPartition(of, of.verificationId) }) as const

export const chargeReferenceQueries = (
  of: Tenant,
  month: string,
  range: { readonly from: string; readonly to: string },
) => listParts.map(part => ({ partition: `ledger-reference#${ledgerPartition(of, month, part)}`, ...range }))

export const reservationShards: readonly number[] = listParts

const reservationPartition = (of: Tenant, part: number): string => `${tenant(of)}#reservation#${part}`

export const reservationKey = (of: Tenant, id: number) =>
  toKey(reservationPartition(of, id % listPartCount), padded(id))

export const reservationsQuery = (of: Tenant, part: number, belowId: number = Number.MAX_SAFE_INTEGER) => ({
  partition: reservationPartition(of, part),
  to: padded(belowId - 1),
})

export const spendKey = (of: Tenant, clientId: string, month: string) =>
  tenantItem(of, `spend#${clientId}`, month)

export const ledgerPageKeyPattern = /^[\d:.TZ-]{24}#\d{16}(?:#[a-z]+-\d{1,2})?$/
