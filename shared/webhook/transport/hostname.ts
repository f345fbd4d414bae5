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
