import { parse } from 'tldts'

/** Providers where anybody gets an address: what most Nigerian applicants and small employers use. Not a list of all. */
const freeMail: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'googlemail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'proton.me',
  'protonmail.com',
  'rocketmail.com',
  'tutanota.com',
  'yandex.com',
  'ymail.com',
  'zoho.com',
])
/** These have a domain in every country: `yahoo.co.uk`. */
const freeEverywhere: ReadonlySet<string> = new Set(['hotmail', 'outlook', 'yahoo'])

/** Whose mail an address is. */
export interface MailDomain {
  /** What somebody registered, below the public suffix: `acme.com.ng` of `hr@mail.acme.com.ng` (https://publicsuffix.org). */
  readonly domain: string
  readonly isFree: boolean
}

/** Undefined for what is no address, or of no domain that anybody could register. */
export const mailDomainOf = (address: string): MailDomain | undefined => {
  const host = address.slice(address.lastIndexOf('@') + 1)
  if (host === address) return undefined
  const { domain, domainWithoutSuffix } = parse(host.toLowerCase(), { allowPrivateDomains: true })
  if (!domain) return undefined
  return { domain, isFree: freeMail.has(domain) || freeEverywhere.has(domainWithoutSuffix ?? '') }
}
