/**
 * The most specific route wins; `$default` is the last resort.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */

interface Route<Target> {
  readonly key: string
  readonly target: Target
}

export const matchRoutes = <Target>(routes: Route<Target>[]) => {
  const fallback = routes.find(route => route.key === '$default')
  const patterns = routes
    .filter(route => route !== fallback)
    .map(readPattern)
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
  return (method: string, path: string) => {
    const segments = path.split('/').slice(1)
    for (const pattern of patterns) {
      if (pattern.method !== 'ANY' && pattern.method !== method) continue
      const pathParameters = matchSegments(pattern.segments, segments)
      if (pathParameters !== undefined) return { route: pattern.route, pathParameters }
    }
    return fallback && { route: fallback, pathParameters: {} }
  }
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

const readPattern = <Target>(route: Route<Target>) => {
  const [method = '', path = ''] = route.key.split(' ')
  const segments = path.split('/').slice(1)
  const ranks = segments.map(segment => (isParameter(segment) ? '1' : '0'))
  // One character per segment: the more specific pattern sorts first.
  return { route, method, segments, rank: `${ranks.join('')}${method === 'ANY' ? 'b' : 'a'}` }
}

const matchSegments = (pattern: string[], path: string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    const value = path[index]
    if (value === undefined || (value === '' && isParameter(segment))) return undefined
    if (isParameter(segment)) parameters[segment.slice(1, -1)] = value
    else if (segment !== value) return undefined
  }
  return pattern.length === path.length ? parameters : undefined
}
