import * as z from 'zod/mini'

export const roles = ['agent', 'reviewer', 'supervisor', 'operator'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const accountScopes = [
  'addresses',
  'employments',
  'webhooks',
  'events',
  'operations.agent',
  'operations.reviewer',
  'operations.supervisor',
  'operations.operator',
] as const

/** A product's scope also says that the product is enabled. */
export type Scope = (typeof accountScopes)[number] | `identities.${string}`

/** People's work on all customers' cases: of the operator's own clients and people alone. */
export const isOperationsScope = (scope: string): boolean => scope.startsWith('operations.')

export const TenantMode = z.enum(['test', 'live'])
