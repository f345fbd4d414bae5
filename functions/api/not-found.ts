import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { Problem } from '../../shared/http/contract/problem.ts'
import { respondToBrowsers } from '../../shared/http/problem-page.ts'

const nothingHere = new Problem(
  'not_found',
  'No path of this API matches; see /v1/openapi.json, and /v1/llms.txt for the guides.',
)

const problemOf = async (path: string): Promise<Problem> => {
  const [, country, name] = /^\/v1\/([^/]+)\/identities\/([^/]+)/.exec(path) ?? []
  if (!country || !name) return nothingHere
  // Most paths that nobody has are a scanner's: the list of products is loaded for those alone that ask for one.
  const { explainUnmatchedLookup } = await import('../../shared/identity/unmatched-path.ts')
  return explainUnmatchedLookup(country, name)
}

/** Answers every request that no route matches, in the shape of all our errors. */
export const handler = async (event: APIGatewayProxyEventV2) =>
  respondToBrowsers(await problemOf(event.rawPath), event.requestContext.requestId, { event })
