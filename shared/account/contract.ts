import * as z from 'zod/mini'

/** What people of the operator do. */
export const roles = ['agent', 'reviewer', 'operator'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** What a client may be allowed to do, besides looking people up. */
export const accountScopes = [
  'addresses',
  'employments',
  'webhooks',
  'events',
  'operations.agent',
  'operations.reviewer',
  'operations.operator',
] as const

/** A product's scope doubles as "this product is enabled". Which identity products there are is `identity`'s to say. */
export type Scope = (typeof accountScopes)[number] | `identities.${string}`

/** Test credentials never reach a live registry nor a live record; the credential alone decides. */
export const Mode = z.enum(['test', 'live'])
