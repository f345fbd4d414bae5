import * as z from 'zod/mini'
import { Page } from '../http/contract/page.ts'
import type { Route } from '../http/contract/route.ts'
import { idInPath } from '../http/contract/text.ts'
import { IdentityList, IdentityVerification, RegistryList } from './contract/lookup.ts'
import { lookupRoute, lookupScopeOf } from './contract/lookup-route.ts'
import { identityProducts, type LookupAction, type LookupDefinitions, lookupDefinitions } from './products.ts'

type LookUpRoutes = { readonly [A in LookupAction]: ReturnType<typeof lookupRoute<LookupDefinitions[A]>> }

const lookUpRoutes = Object.fromEntries(
  Object.entries(lookupDefinitions).map(([action, product]) => [action, lookupRoute(product)]),
) as unknown as LookUpRoutes

export const identityScopes = identityProducts.map(lookupScopeOf)

export const identitiesRoutes = {
  ...lookUpRoutes,
  listIdentities: {
    method: 'GET',
    path: '/v1/identities',
    tag: 'Identities',
    summary: 'List the look-ups of the last twelve months that were charged, newest first',
    access: identityScopes,
    inPortal: true,
    query: Page,
    answers: { 200: IdentityList },
  },
  getIdentity: {
    method: 'GET',
    path: '/v1/identities/{id}',
    tag: 'Identities',
    summary: 'Read the verdict of a look-up again, without the registry’s data about the person',
    access: identityScopes,
    inPortal: true,
    params: z.object({ id: idInPath }),
    answers: { 200: IdentityVerification },
  },
  listRegistries: {
    method: 'GET',
    path: '/v1/registries',
    tag: 'Identities',
    summary: 'Health of the registries: whether they answer, since when, and how fast',
    access: identityScopes,
    answers: { 200: RegistryList },
  },
} as const satisfies Record<string, Route>
