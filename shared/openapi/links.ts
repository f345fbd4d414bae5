import type { Route } from '../http/contract/route.ts'
import { type Action, routes } from '../routes.ts'

const all = Object.entries(routes) as [Action, Route][]

/** Where what a tag speaks of is read: `/v1/addresses`. */
const collectionOf = ({ tag }: Route): string => `/v1/${tag.toLowerCase()}`

/** Tests choose how a verification ends. */
const sandbox = '/v1/sandbox/verifications'
const isOrdered = ({ tag }: Route): boolean => tag === 'Addresses' || tag === 'Employments'

/** Whether the answer is the thing itself, by its `id`: what was made, and what is at `<collection>/{id}`. */
const answersThing = (route: Route): boolean =>
  route.path === `${collectionOf(route)}/{id}` ||
  (route.method === 'POST' &&
    !route.path.includes('/{id}/') &&
    all.some(([, { path }]) => path === `${collectionOf(route)}/{id}`))

/** What can be done next with what an answer is about, by its id. */
export const linksOf = (action: Action, route: Route) => {
  if (!answersThing(route)) return {}
  const places = [collectionOf(route), ...(isOrdered(route) ? [sandbox] : [])]
  const next = all.filter(
    ([name, { path }]) => name !== action && places.some(place => path.startsWith(`${place}/{id}`)),
  )
  return Object.fromEntries(
    next.map(([name, { summary }]) => [
      name,
      { operationId: name, parameters: { id: '$response.body#/id' }, description: summary },
    ]),
  )
}
