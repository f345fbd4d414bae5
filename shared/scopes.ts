import * as z from 'zod/mini'
import { accountScopes } from './account/contract.ts'
import { identityScopes } from './identity/routes.ts'

/** Every scope that a client may be given. */
export const scopes = [...accountScopes, ...identityScopes]

export const ClientScope = z.enum(scopes)
