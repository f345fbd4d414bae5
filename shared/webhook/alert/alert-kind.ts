import { defineKind, padded, type Told, tenant, toKey } from '../../table/kind.ts'
import type { Tenant } from '../../table/tenant.ts'

/** `<t>#alert`, `alert#<eid>#<n>`; read by outbox, messages, reconcile (an endpoint that was disabled). */
export const alertKind = defineKind({
  name: 'alert',
  sortKey: 'alert#',
  days: 30,
})

export const alertTold = {
  kind: alertKind,
  what: 'alert that an endpoint was disabled (table)',
  holds: 'nothing: ids, times, a status, and the host that your events went to',
  after: 'the endpoint was disabled',
  erased: 'stays until then',
  notExported: 'It names nobody; it is about a customer’s endpoint.',
} as const satisfies Told

export const alertsPartition = (of: Tenant): string => `${tenant(of)}#alert`

/** @param revision of the endpoint's settings when it was disabled */
export const alertKey = (of: Tenant, endpointId: number, revision: number) =>
  toKey(alertsPartition(of), `${alertKind.sortKey}${padded(endpointId)}#${revision}`)
