import type { Agent } from 'node:http'
import { createRequire } from 'node:module'
import { useAgent } from 'request-filtering-agent'

// This package has no types of its own.
const filterRequests: (url: string) => Agent = createRequire(import.meta.url)('ssrf-req-filter')

/** Agents of packages that refuse destinations, by the package's name. */
export const guards: Readonly<Record<string, (url: string) => Agent>> = {
  'request-filtering-agent': url => useAgent(url),
  'ssrf-req-filter': url => filterRequests(url),
}
