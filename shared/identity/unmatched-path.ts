import { Problem } from '../http/contract/problem.ts'
import { lookupPath } from './contract/lookup-route.ts'
import { identityProducts } from './products.ts'

const offered = identityProducts.map(product => `POST ${lookupPath(product)}`).join(', ')

/**
 * Why no route matched a path that begins like a look-up's: the product is not offered, or the rest of its path is
 * wrong. The detail never repeats the path, which may end with a person's number.
 */
export const explainUnmatchedLookup = (country: string, name: string): Problem => {
  const product = identityProducts.find(
    each => each.country.code === country && [each.name, ...each.otherNames].some(own => own === name),
  )
  return product
    ? new Problem('not_found', `No path of this API matches. The look-up is POST ${lookupPath(product)}.`)
    : new Problem('product_not_offered', `This service offers these look-ups: ${offered}.`)
}
