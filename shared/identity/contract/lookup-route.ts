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

export const lookupRoute = <const Product extends IdentityProductDefinition>(product: Product) =>
  ({
    method: 'POST',
    path: lookupPath(product),
    alsoAt: product.otherNames.map(name => lookupPath({ ...product, name })),
    tag: 'Identities',
    summary: product.summary,
    access: lookupScopeOf(product),
    answerIsPrivate: true,
    // The product's rule checks the number's form and explains it.
    params: z.object({ [product.parameter]: text(50) } as Record<Product['parameter'], z.ZodMiniString>),
    body: product.claim as Product['claim'],
    answers: { 200: product.answer.schema as Product['answer']['schema'], 202: PendingResponse },
    problems: ['spend_cap_reached', 'identity_not_found', 'record_unreadable', 'registry_unavailable'],
  }) as const
