import { defineKind, encrypted, padded, plain, type Told, tenant, toIndex1, toKey } from '../table/kind.ts'
import { identityEventDays, recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/**
 * `<t>#identity#<id>`, `identity`; gsi1 `<t>#look-ups#<product>, <completedAt>#<id>`; gsi2 `<t>#subject#<digest>,
 * <id>`; read by identities, late look-ups; as subject.
 */
export const lookupKind = defineKind({
  name: 'lookup',
  sortKey: 'identity',
  attributes: {
    id: plain,
    organisationId: plain,
    mode: plain,
    product: plain,
    requestedAt: plain,
    price: plain,
    clientId: plain,
    completedAt: plain,
    matchingVersion: plain,
    failure: plain,
    erasedAt: plain,
    // Keyed, by a secret that readers of the table do not have.
    idNumberDigest: plain,
    idNumberLast4: encrypted,
    consent: encrypted,
    verdict: encrypted,
  },
  days: recordDays,
  toldWith: 'verification',
})

/**
 * Bodies of it are sealed by themselves.
 * `<t>#identity#<id>`, `late-lookup`; gsi1 `<t>#late-lookup, <at>#..`; read by late look-ups, reconcile.
 */
export const lateLookupKind = defineKind({
  name: 'lateLookup',
  sortKey: 'late-lookup',
  days: identityEventDays,
})

export const lateLookupTold = {
  kind: lateLookupKind,
  what: 'late look-up (table)',
  holds: 'the claim, then the answer, encrypted',
  until: `it was told: a day, at most ${identityEventDays} more`,
  erased: 'deleted',
} as const satisfies Told

const lookupPartition = (of: Tenant, id: number): string => `${tenant(of)}#identity#${padded(id)}`

export const lookupKey = (of: Tenant, id: number) => toKey(lookupPartition(of, id), 'identity')

const lookupsPartition = (of: Tenant, product: string): string => `${tenant(of)}#look-ups#${product}`

/** Of those that were charged, by when they ended. An entry is one write unit, so that a product needs no parts. */
export const lookupIndex = (of: Tenant, product: string, completedAt: string, id: number) =>
  toIndex1(lookupsPartition(of, product), `${completedAt}#${padded(id)}`)

export const lookupsQuery = (of: Tenant, products: readonly string[]) =>
  products.map(product => ({ index: 'gsi1', partition: lookupsPartition(of, product) }) as const)

export const lateLookupKey = (of: Tenant, id: number) =>
  toKey(lookupPartition(of, id), lateLookupKind.sortKey)

/** Reconciliation finds lost look-ups here. */
export const lateLookupsPartition = (of: Tenant): string => `${tenant(of)}#late-lookup`

export const lateLookupIndex = (of: Tenant, id: number, at: string) =>
  toIndex1(lateLookupsPartition(of), `${at}#${padded(id)}`)

export const parseLookupPageKey = (item: object): string => (item as { gsi1sk: string }).gsi1sk

export const lookupPageKeyPattern = /^[\d:.TZ-]{24}#\d{16}$/
