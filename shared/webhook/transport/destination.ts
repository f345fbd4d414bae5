import { isIP } from 'node:net'
import { classifyAddress } from './address.ts'

/** Differences between stages, as data. Both are true for the stage `local` alone. */
export interface DestinationRules {
  readonly allowHttp: boolean
  readonly allowLoopback: boolean
}

export type UrlRefusal =
  | 'malformed'
  | 'too-long'
  | 'scheme'
  | 'credentials'
  | 'ip-literal'
  | 'port'
  | HostnameRefusal

export type CheckedUrl = { ok: true; url: URL } | { ok: false; reason: UrlRefusal; detail: string }

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

const words: Record<UrlRefusal, string> = {
  malformed: 'This is not a plain absolute URL',
  'too-long': `A URL may have at most ${maxUrlLength} characters`,
  scheme: 'The URL must begin with https://',
  credentials: 'The URL must not contain a user name or password',
  'ip-literal': 'The URL must name a host, not an IP address',
  port: 'This port is not allowed; use 443, or one above 1023 that no other protocol owns',
  hostname: 'The host name is not a valid one',
  'single-label': 'The host name must be a full domain name',
  'reserved-name': 'The host name is reserved for private networks or documentation',
}

/**
 * The rules a URL must obey before anything is looked up: pure, for registration and for every attempt.
 * The answer's `url` is normalised (ASCII host, no final dot).
 */
export const checkUrl = (text: string, rules: DestinationRules): CheckedUrl => {
  if (text.length > maxUrlLength) return refuse('too-long')
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

const refuse = (reason: UrlRefusal): CheckedUrl => ({ ok: false, reason, detail: words[reason] })

// The URL standard repairs much before it parses (tabs, backslashes, missing slashes, percent-encoded hosts).
// Whatever it would have to repair, another parser may read as another host, so it is refused.
const refusalOfShape = (text: string): UrlRefusal | undefined => {
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

export type HostnameRefusal = 'hostname' | 'single-label' | 'reserved-name'

/**
 * Why a name, lower-case ASCII without its final dot, cannot be a public receiver's; undefined if it can.
 * Lengths are those of RFC 1035 §2.3.4. Underscores are allowed: wildcard certificates cover such hosts.
 */
export const checkHostname = (hostname: string): HostnameRefusal | undefined => {
  const labels = hostname.split('.')
  if (hostname.length > 253 || !labels.every(isLabel)) return 'hostname'
  if (reservedNames.includes(labels.at(-1) ?? '')) return 'reserved-name'
  return labels.length < 2 ? 'single-label' : undefined
}

export const isLocalhost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost')

const isLabel = (label: string): boolean =>
  label.length <= 63 && /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?$/.test(label)
