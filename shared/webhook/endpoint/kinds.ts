import { defineKind, padded, tenant, tenantItem, toKey } from '../../table/kind.ts'
import type { Tenant } from '../../table/tenant.ts'

/** `<t>#endpoint`, `<endpointId>`; read by webhooks, outbox, dispatch. */
export const endpointKind = defineKind({ name: 'endpoint' })

/**
 * One endpoint a URL.
 * `<t>#endpoint-url#<digest>`, `endpoint-url`; read by webhooks (one endpoint a URL).
 */
export const endpointUrlKind = defineKind({ name: 'endpointUrl' })

/**
 * Of an endpoint that was deleted: its registration may be repeated.
 * `<t>#endpoint-end#<endpointId>`, `endpoint-end`; read by webhooks (a registration repeated).
 */
export const deletedEndpointKind = defineKind({ name: 'deletedEndpoint' })

/** `<t>#endpoint-count`, `endpoint-count`; read by webhooks (limit). */
export const endpointCountKind = defineKind({ name: 'endpointCount' })

export const endpointsPartition = (of: Tenant): string => `${tenant(of)}#endpoint`

export const endpointKey = (of: Tenant, endpointId: number) =>
  toKey(endpointsPartition(of), padded(endpointId))

export const endpointUrlKey = (of: Tenant, urlDigest: string) =>
  tenantItem(of, `endpoint-url#${urlDigest}`, 'endpoint-url')

export const deletedEndpointKey = (of: Tenant, endpointId: number) =>
  tenantItem(of, `endpoint-end#${padded(endpointId)}`, 'endpoint-end')

export const endpointCountKey = (of: Tenant) => tenantItem(of, `endpoint-count`, 'endpoint-count')
