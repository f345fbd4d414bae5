import type { Route } from '../../shared/http/contract/route.ts'
import { served } from '../../shared/routes.ts'
import type { Binding } from '../constructs/binding.ts'
import { type ApiEntry, entryOf } from '../constructs/entries.ts'
import type { StageSettings } from '../stage-settings.ts'
import { bindingsOf } from './bindings.ts'

/** What a stack says of a path: who is hurt where its function fails, and what that may use. */
export interface PathProps {
  readonly errorImpact: string
  readonly bindings: readonly Binding[]
  /** Where a caller can make it wait: see `StageSettings`. */
  readonly reserved?: number | undefined
}

export type Paths = Readonly<Record<Route['path'], PathProps>>

/** Asks a stack for each path of these routes, and lets it name no other. */
export type PathsOf<Routes extends Record<string, Route>> = Readonly<
  Record<Routes[keyof Routes]['path'], PathProps>
>

/** A function, and the gateway's routes that lead to it. */
export interface RoutedFunction {
  readonly entry: ApiEntry
  /** Such as `ANY /v1/health` or `$default`; one after the first is another way to the same. */
  readonly routeKeys: readonly string[]
}

/** Behind whatever no path matches. */
export const notFound: RoutedFunction = { entry: 'api/not-found', routeKeys: ['$default'] }

const routesAt = (path: Route['path']): readonly Route[] =>
  Object.values<Route>(served).filter(route => route.path === path)

/**
 * One route a spelling takes all methods, and the function answers 405 to those that it does not know: an API may have 300
 * routes (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html).
 */
const routeKeysOf = (path: Route['path']): readonly string[] =>
  [path, ...new Set(routesAt(path).flatMap(({ alsoAt = [] }) => alsoAt))].map(each => `ANY ${each}`)

export const routedFunctionAt = (path: Route['path']): RoutedFunction => ({
  entry: entryOf(path),
  routeKeys: routeKeysOf(path),
})

/** What the middleware chain of a path asks for: where callers are known they are counted, and read of what failed. */
export const bindingsOfChain = (path: Route['path'], settings: StageSettings): readonly Binding[] => {
  const { sourceAddressKey, requestLimit, callers, idempotency, personal } = bindingsOf(settings)
  const known = routesAt(path).filter(({ access }) => access !== 'public')
  if (known.length === 0) return [sourceAddressKey]
  const posts = known.filter(({ method }) => method === 'POST')
  // An answer that is kept may show a record.
  const isSealed = posts.some(({ answerIsPrivate }) => !answerIsPrivate)
  return [
    sourceAddressKey,
    requestLimit,
    callers,
    ...(posts.length > 0 ? [idempotency] : []),
    ...(isSealed ? [personal] : []),
  ]
}
