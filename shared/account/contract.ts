import * as z from 'zod/mini'

/** What a client may be allowed to do. A product's scope doubles as "this product is enabled". */
export const scopes = [
  'addresses',
  'employments',
  'identities.nin',
  'identities.nin-premium',
  'identities.driver-license',
  'identities.alien-card',
  'identities.passport',
  'webhooks',
  'operations.agent',
  'operations.reviewer',
] as const

export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/** Test credentials never reach a live registry nor a live record; the credential alone decides. */
export const Mode = z.enum(['test', 'live'])
