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
  /**
   * Lists the look-ups of your organisation in the mode of your client, with verdict, price and times. It
   * shows only products that your client may look up, and nothing that a registry said of a person.
   *
   * The list comes from the ledger of charges. A look-up stands in it once it has a verdict: one that is in
   * progress, or that ended without a verdict, does not, nor does one of a product that is free. A record
   * that was erased, or is older than a year, is left out.
   * @returns A page, the latest verdict first, and the cursor of the next one.
   */
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
  /**
   * Reads the verdict of an earlier look-up. What the registry said of the person was not stored.
   * @returns The verdict, the price and the times.
   */
  getIdentity: {
    method: 'GET',
    path: '/v1/identities/{id}',
    tag: 'Identities',
    summary: 'Read the verdict of a look-up again, without the registry’s data about the person',
    access: identityScopes,
    inPortal: true,
    params: z.object({
      /** The id of the look-up. Read its verdict again with it. @example 890123456789012 */
      id: idInPath,
    }),
    answers: { 200: IdentityVerification },
  },
  /**
   * Says of each registry whether it answers now. In test mode the registries are the sandbox’s, which always
   * answer.
   * @returns All registries on one page.
   */
  listRegistries: {
    method: 'GET',
    path: '/v1/registries',
    tag: 'Identities',
    summary: 'Health of the registries: whether they answer, since when, and how fast',
    access: identityScopes,
    answers: { 200: RegistryList },
  },
} as const satisfies Record<string, Route>
