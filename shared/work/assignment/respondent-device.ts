import { createHmac } from 'node:crypto'

export interface BrowserTraits {
  readonly address: string
  readonly userAgent: string
}

/** Digests that can be compared within one verification only. */
export interface RespondentDevice {
  /** Of the address, or of the first half of an IPv6 address, which a household shares. */
  readonly network: string
  readonly browser: string
}

/** The first four groups of an IPv6 address in full: the part that is a network's (RFC 4291 §2.5.1). */
const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - groups.length - after.length)).fill('0')
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Salted by the verification: nobody can be followed from one to the next. Thousands share a mobile network's address. */
export const digestDevice = (
  { address, userAgent }: BrowserTraits,
  verificationId: number,
  key: string,
): RespondentDevice => {
  const digest = (text: string) =>
    createHmac('sha256', key).update(`device ${verificationId} ${text}`).digest('base64url').slice(0, 16)
  const network = networkOf(address)
  return { network: digest(network), browser: digest(`${network} ${userAgent}`) }
}
