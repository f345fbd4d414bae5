import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressKind, classifyAddress } from './address.ts'

/** Differences between stages, as data. Both are true for the stage `local` alone. */
export interface DestinationRules {
  readonly allowHttp: boolean
  readonly allowLoopback: boolean
}

const maxUrlLength = 2048

// Above 1023 any port may serve https, except those of other protocols: the fetch standard's list
// (https://fetch.spec.whatwg.org/#port-blocking), and of databases, caches and remote control.
const otherProtocols = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080, 1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5900, 5985, 5986, 6379, 9042, 10250, 11211,
  27017,
]

// The Lambda runtime API listens here; with it, a request could answer invocations.
const runtimeApiPort = 9001

const refusals = {
  malformed: 'This is not a plain absolute URL',
  'too-long': `A URL may have at most ${maxUrlLength} characters`,
  scheme: 'The URL must begin with https://',
  credentials: 'The URL must not contain a user name or password',
  'ip-literal': 'The URL must name a host, not an IP address',
  port: 'This port is not allowed; use 443, or one above 1023 that no other protocol owns',
  hostname: 'The host name is not a valid one',
  'single-label': 'The host name must be a full domain name',
  'reserved-name': 'The host name is reserved for private networks or documentation',
} as const
type UrlRefusal = keyof typeof refusals

type CheckedUrl = { ok: true; url: URL } | { ok: false; reason: UrlRefusal; detail: string }

/** Checks a URL without looking anything up. The returned one is normalised (ASCII host, no final dot). */
export const checkUrl = (text: string, rules: DestinationRules): CheckedUrl => {
  const refuse = (reason: UrlRefusal): CheckedUrl => ({ ok: false, reason, detail: refusals[reason] })
  const shape = refusalOfShape(text)
  if (shape) return refuse(shape)
  const url = URL.parse(text)
  if (!url) return refuse('malformed')
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const reason = refusalOfUrl(url, rules)
  return reason ? refuse(reason) : { ok: true, url }
}

/** The host as an address or a name: URL keeps brackets around IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

// The URL standard repairs much before it parses (tabs, backslashes, missing slashes, percent-encoded hosts).
// Whatever it would have to repair, another parser may read as another host, so it is refused.
const refusalOfShape = (text: string): UrlRefusal | undefined => {
  if (text.length > maxUrlLength) return 'too-long'
  const [, scheme, authority] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text) ?? []
  if (scheme === undefined) return 'malformed'
  if (!/^https?$/i.test(scheme)) return 'scheme'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!authority || /[\u0000-\u0020\u007f-\u009f\\]/.test(text)) return 'malformed'
  if (authority.includes('@')) return 'credentials'
  return authority.includes('%') ? 'hostname' : undefined
}

const refusalOfUrl = (url: URL, rules: DestinationRules): UrlRefusal | undefined => {
  if (url.protocol !== 'https:' && !rules.allowHttp) return 'scheme'
  const host = hostOf(url)
  const isLoopback = isLocalhost(host) || classifyAddress(host) === 'loopback'
  if (!isAllowedPort(url.port, isLoopback)) return 'port'
  if (isLoopback && rules.allowLoopback) return undefined
  return isIP(host) ? 'ip-literal' : checkHostname(host)
}

const isAllowedPort = (port: string, isLoopback: boolean): boolean => {
  if (port === '') return true
  const number = Number(port)
  return number >= 1024 && !otherProtocols.includes(number) && !(isLoopback && number === runtimeApiPort)
}

// RFC 6761, 6762 appendix G, 7686, 8375, 9476, and ICANN's reservation of `internal`: names that never
// leave a private network, or never resolve at all.
const reservedNames = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'test',
  'example',
  'invalid',
  'onion',
  'alt',
  'arpa',
]

/** Lengths are those of RFC 1035 §2.3.4. Underscores are allowed: wildcard certificates cover such hosts. */
const checkHostname = (hostname: string): UrlRefusal | undefined => {
  const labels = hostname.split('.')
  if (hostname.length > 253 || !labels.every(isLabel)) return 'hostname'
  if (reservedNames.includes(labels.at(-1) ?? '')) return 'reserved-name'
  return labels.length < 2 ? 'single-label' : undefined
}

const isLocalhost = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

const isLabel = (label: string): boolean =>
  label.length <= 63 && /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?$/.test(label)

/** Every address of a name, A and AAAA; rejects when the resolver cannot say. */
export type HostLookup = (hostname: string) => Promise<readonly string[]>

type ResolutionReason = 'resolver' | 'no-address' | AddressKind

type Resolution =
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
  const answers = isIP(host) ? [host] : await answersOf(host, rules, lookup, timeoutMs)
  if (answers === undefined) return refuseHost('dns', 'resolver', 'The host name could not be resolved')
  if (answers.length === 0) return refuseHost('dns', 'no-address', 'The host name has no address')
  const bad = answers.map(classifyAddress).find(kind => !isCallable(kind, rules))
  if (bad) return refuseHost('refused-address', bad, 'The host name leads to an address that is not public')
  return { ok: true, addresses: answers }
}

const isCallable = (kind: AddressKind, rules: DestinationRules): boolean =>
  kind === 'public' || (kind === 'loopback' && rules.allowLoopback)

// No answer is ever quoted: in a VPC, the resolver knows names that a customer must not learn about.
const refuseHost = (
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
