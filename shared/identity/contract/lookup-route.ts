import * as z from 'zod/mini'
import { text } from '../../http/contract/text.ts'
import type { IdentityProductDefinition } from '../product/definition.ts'
import { PendingResponse } from './check.ts'

type Path<Product extends IdentityProductDefinition> =
  `/v1/${Product['country']['code']}/identities/${Product['name']}/{${Product['parameter']}}`

export const lookupPath = <const Product extends IdentityProductDefinition>({
  country,
  name,
  parameter,
}: Product) => `/v1/${country.code}/identities/${name}/{${parameter}}` as Path<Product>

export const lookupScopeOf = <const Product extends IdentityProductDefinition>({ name }: Product) =>
  `identities.${name}` as `identities.${Product['name']}`

export const lookupRoute = <const Product extends IdentityProductDefinition>(product: Product) => {
  /**
   * Read `status.status`: only `verified` means that every field you supplied agrees. `id_mismatch` is an
   * answer too: the number exists and belongs to somebody else, or details differ (`fieldMatches`,
   * `matchDetails`). `state: complete` alone says nothing about the person. The registry’s record is whole
   * when `verified`. At `PARTIAL_MATCH` it shows the number and the supplied fields that agree; the rest is
   * asterisks, and the photo null. At `NO_MATCH` it is null.
   *
   * There are four different failures. 400: the number is ill-formed. 404 `identity_not_found`: the registry
   * has nobody under it. 502 `record_unreadable`: what the registry answers about this number cannot be
   * used; asking again does not help, it costs nothing, and it counts for the limit of the number. 503
   * `registry_unavailable`: the registry is down, slow or unreliable, which says nothing about the person,
   * costs nothing and is worth a retry after `Retry-After`.
   *
   * With `Prefer: respond-async` an unavailable registry is answered with 202 instead of 503: the service
   * keeps trying for 24 hours and sends the event `identity.verification_completed`. Its `identity` is the
   * answer of this look-up, or `{id, status: {state: "failed", status}}` with `identity_not_found`,
   * `record_unreadable` or `registry_unavailable` (nothing charged).
   *
   * These limits apply, shown in `RateLimit` and `RateLimit-Policy`: look-ups of a client in a minute
   * (`client`), and, in live mode, for all clients of an organisation together, questions about one number
   * in a day (`number`) and look-ups that come to nothing, not found or `NO_MATCH`, in a day (`fruitless`).
   * @costs The price of the product for a verdict, whether or not the claim agrees. A number that nobody
   * has, and a registry that gives no usable answer, cost nothing.
   * @returns 200 with the verdict, and what you may see of the person. Only `verified` in `status.status`
   * means that every field that you sent agrees. With `Prefer: respond-async` 202 while the registry is not
   * available.
   * @events identity.verification_completed
   */
  const route = {
    method: 'POST',
    path: lookupPath(product),
    alsoAt: product.otherNames.map(name => lookupPath({ ...product, name })),
    tag: 'Identities',
    summary: product.summary,
    access: lookupScopeOf(product),
    answerIsPrivate: true,
    // The product's rule checks the number's form and explains it.
    params: z.object({
      /** The number of the document. Spaces and dashes in it are ignored. @example "63184876213" */
      [product.parameter]: text(50),
    } as Record<Product['parameter'], z.ZodMiniString>),
    body: product.claim as Product['claim'],
    answers: { 200: product.answer.schema as Product['answer']['schema'], 202: PendingResponse },
    problems: ['spend_cap_reached', 'identity_not_found', 'record_unreadable', 'registry_unavailable'],
  } as const
  return route
}
