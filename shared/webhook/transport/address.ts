import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'shared'
  | 'unspecified'
  | 'multicast'
  | 'documentation'
  | 'benchmarking'
  | 'translation'
  | 'reserved'
  | 'malformed'

/**
 * Blocks that are not ordinary public unicast, the narrower before the wider. Sources:
 * https://www.iana.org/assignments/iana-ipv4-special-registry (with its multicast and 240/4 entries),
 * https://www.iana.org/assignments/iana-ipv6-special-registry (2025-10-09), and the clouds' own manuals for
 * metadata and runtime services. Anycast and relay blocks that IANA calls globally reachable
 * (AS112, AMT, NAT64) are here too: no webhook receiver lives in them, and NAT64 reaches any IPv4 address.
 */
export const specialAddresses: readonly (readonly [block: string, kind: AddressKind])[] = [
  // Metadata and runtime services: AWS (IMDS, ECS, EKS, time, DNS, Lambda runtime), Alibaba, Oracle, Azure.
  ['169.254.169.254/32', 'metadata'],
  ['169.254.169.253/32', 'metadata'],
  ['169.254.169.123/32', 'metadata'],
  ['169.254.170.2/32', 'metadata'],
  ['169.254.170.23/32', 'metadata'],
  ['169.254.100.1/32', 'metadata'],
  ['169.254.78.1/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'],
  ['fd00:ec2::/32', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],

  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'translation'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],

  ['::1/128', 'loopback'],
  ['::/128', 'unspecified'],
  ['::ffff:0:0/96', 'translation'],
  ['::ffff:0:0:0/96', 'translation'],
  ['::/96', 'translation'],
  ['64:ff9b::/96', 'translation'],
  ['64:ff9b:1::/48', 'translation'],
  ['100::/64', 'reserved'],
  ['100:0:0:1::/64', 'reserved'],
  ['2001::/32', 'translation'],
  ['2001:2::/48', 'benchmarking'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', 'translation'],
  ['2620:4f:8000::/48', 'reserved'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'reserved'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
]

type ParsedAddress = ReturnType<typeof ipaddr.parse>

const cachedKinds = 2000
const blocks = specialAddresses.map(([block, kind]) => ({ block: ipaddr.parseCIDR(block), kind }))

// RFC 4291 §2.4: IANA has only ever given out global unicast from this eighth of the space.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * What kind of place an address is; only `public` may be called. An address is public when neither the
 * registries' blocks nor ipaddr.js know a reason against it, and never when it carries an IPv4 address.
 */
export const classifyAddress = (address: string): AddressKind => {
  const known = kinds.get(address)
  if (known) return known
  const kind = judge(address)
  if (kinds.size >= cachedKinds) kinds.clear()
  kinds.set(address, kind)
  return kind
}

const kinds = new Map<string, AddressKind>()

const judge = (text: string): AddressKind => {
  // ipaddr.js also reads octal, hexadecimal and short forms, which no resolver answers with.
  if (isIP(text) === 0 || text.includes('%')) return 'malformed'
  const address = ipaddr.parse(text)
  const special = blocks.find(({ block }) => block[0].kind() === address.kind() && address.match(block))
  if (special) return special.kind
  if (address.range() !== 'unicast') return 'reserved'
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return 'reserved'
  return isIsatap(address) ? 'translation' : 'public'
}

// RFC 5214 §6.1: an interface identifier that tunnels to the IPv4 address in its last half.
const isIsatap = (address: ParsedAddress): boolean => {
  if (!(address instanceof ipaddr.IPv6)) return false
  const [, , , , scope, marker] = address.parts
  return marker === 0x5efe && (scope === 0 || scope === 0x200)
}
