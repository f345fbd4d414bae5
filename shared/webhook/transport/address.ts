import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type AddressKind, specialAddresses } from './special-addresses.ts'

type Address = ReturnType<typeof ipaddr.parse>

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
const isIsatap = (address: Address): boolean => {
  if (!(address instanceof ipaddr.IPv6)) return false
  const [, , , , scope, marker] = address.parts
  return marker === 0x5efe && (scope === 0 || scope === 0x200)
}
