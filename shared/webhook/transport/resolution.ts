import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressKind, classifyAddress } from './address.ts'
import { type DestinationRules, hostOf, isLocalhost } from './destination.ts'

/** Every address of a name, A and AAAA; rejects when the resolver cannot say. */
export type HostLookup = (hostname: string) => Promise<readonly string[]>

export type ResolutionReason = 'resolver' | 'no-address' | AddressKind

export type Resolution =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; failure: 'dns' | 'refused-address'; reason: ResolutionReason; detail: string }

/**
 * Asks the resolver once and judges every answer; one that may not be called refuses the whole name, and so
 * does a resolver that fails or stays silent. What comes back is what the connection must be pinned to.
 */
export const resolveHost = async (
  url: URL,
  rules: DestinationRules,
  lookup: HostLookup = systemLookup,
  timeoutMs = 5000,
): Promise<Resolution> => {
  const host = hostOf(url)
  const literal = isIP(host) ? [host] : undefined
  const answers = literal ?? (await answersOf(host, rules, lookup, timeoutMs))
  if (answers === undefined) return refuse('dns', 'resolver', 'The host name could not be resolved')
  if (answers.length === 0) return refuse('dns', 'no-address', 'The host name has no address')
  const bad = answers.map(classifyAddress).find(kind => !isCallable(kind, rules))
  if (bad) return refuse('refused-address', bad, 'The host name leads to an address that is not public')
  return { ok: true, addresses: answers }
}

const isCallable = (kind: AddressKind, rules: DestinationRules): boolean =>
  kind === 'public' || (kind === 'loopback' && rules.allowLoopback)

// No answer is ever quoted: in a VPC, the resolver knows names that a customer must not learn about.
const refuse = (
  failure: 'dns' | 'refused-address',
  reason: ResolutionReason,
  detail: string,
): Resolution => ({ ok: false, failure, reason, detail })

const answersOf = async (
  host: string,
  rules: DestinationRules,
  lookup: HostLookup,
  timeoutMs: number,
): Promise<readonly string[] | undefined> => {
  // RFC 6761 §6.3: localhost is answered here, no resolver is asked.
  if (rules.allowLoopback && isLocalhost(host)) return ['127.0.0.1', '::1']
  const { promise: silence, resolve: giveUp } = Promise.withResolvers<void>()
  const timer = setTimeout(giveUp, timeoutMs)
  try {
    return (await Promise.race([lookup(host), silence])) ?? undefined
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Asks DNS for A and AAAA; `servers` (`ip:port`) replace those of the system. One family may be missing, but
 * not unanswered: then it could hold the address that must be refused.
 */
export const openLookup = (servers?: readonly string[]): HostLookup => {
  // c-ares and not getaddrinfo: the latter holds one of four pool threads per name, so that a few customers
  // with dead name servers would stop everybody's deliveries. It also ignores search domains and /etc/hosts.
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async hostname => {
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
    // IPv4 first: a Lambda function outside a dual-stack subnet has no way out over IPv6.
    return (await Promise.all(families.map(answers => answers.catch(noneOfThisFamily)))).flat()
  }
}

const systemLookup = openLookup()

const noneOfThisFamily = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENODATA') return []
  throw error
}
