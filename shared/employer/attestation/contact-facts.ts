import { parse } from 'tldts'
import type { LinkRecipient } from '../../work/assignment/assignment.ts'
import { foldPhone } from '../../verification/phone.ts'
import type { EmploymentReport } from '../../verification/report.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import type { Fact } from '../contract.ts'

export const fact = (code: Fact['code'], text: string): Fact => ({ code, text })

/** Providers where anybody gets an address: those most used in Nigeria, not a list of all. */
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

/** The registrable domain of an email address: `acme.com.ng` of `hr@mail.acme.com.ng` (https://publicsuffix.org). */
export const mailDomainOf = (address: string) => {
  const host = address.slice(address.lastIndexOf('@') + 1)
  if (host === address) return undefined
  const { domain, domainWithoutSuffix } = parse(host.toLowerCase(), { allowPrivateDomains: true })
  if (!domain) return undefined
  return { domain, isFree: freeMail.has(domain) || freeEverywhere.has(domainWithoutSuffix ?? '') }
}

/** A phone number or an email address, and whose it is said to be. */
interface NamedContact {
  readonly of: string
  readonly kind: 'telephone' | 'email'
  readonly value: string | undefined
}

const contactsOf = (of: string, phone?: string, email?: string): readonly NamedContact[] => [
  { of, kind: 'telephone', value: phone },
  { of, kind: 'email', value: email },
]

/** Providers of free mail bring `a.b+c` to whom they bring `ab`. */
const foldMail = (address: string): string => {
  const lower = address.toLowerCase()
  if (!mailDomainOf(lower)?.isFree) return lower
  const at = lower.lastIndexOf('@')
  return lower.slice(0, at).split('+', 1)[0]!.replaceAll('.', '') + lower.slice(at)
}

const normalise = ({ kind, value }: NamedContact): string | undefined =>
  value && `${kind} ${kind === 'telephone' ? foldPhone(value) : foldMail(value)}`

const isSame = (one: NamedContact, other: NamedContact): boolean =>
  Boolean(one.value) && normalise(one) === normalise(other)

/** Facts about who shares a phone number or an email address with whom. */
export const contactFacts = (
  { applicant, employerPhone, employerEmail }: EmploymentVerification,
  { attestator, details }: EmploymentReport,
  link: LinkRecipient | undefined,
): readonly Fact[] => {
  const applicants = contactsOf('', applicant.phone, applicant.email)
  const attestators = contactsOf('whoever answered', attestator.phone, attestator.email)
  const supervisors = contactsOf('the supervisor', details.supervisorPhone, details.supervisorEmail)
  const kind = link?.channel === 'sms' ? 'telephone' : 'email'
  const employers: readonly NamedContact[] = [
    ...contactsOf('the employer in the order', employerPhone, employerEmail),
    ...(link ? [{ of: 'the link', kind, value: link.to } as const] : []),
    ...attestators,
    ...supervisors,
  ]
  return [
    ...employers
      .filter(each => applicants.some(own => isSame(own, each)))
      .map(({ of, kind }) => fact('applicantsContact', `The ${kind} of ${of} is the applicant’s own.`)),
    ...attestators
      .filter((each, index) => isSame(each, supervisors[index]!))
      .map(({ kind }) =>
        fact('sameContactTwice', `Whoever answered and the supervisor have the same ${kind}.`),
      ),
  ]
}

const linkFact = (ordered: string, link: string): Fact => {
  if (foldMail(link) === foldMail(ordered))
    return fact('linkSentAsOrdered', 'The link went to the address in the order.')
  const [from, mail] = [mailDomainOf(ordered)?.domain ?? ordered, mailDomainOf(link)]
  const free = `The link went to ${link}, at a provider where anybody gets an address.`
  if (mail?.isFree) return fact('linkSentToFreeMail', free)
  return from === mail?.domain
    ? fact('linkSentToSameDomain', `The link went to ${link}: another address at the employer’s domain.`)
    : fact('linkSentElsewhere', `The link went to ${link}. The order says ${from}.`)
}

const attestatorFact = (ordered: string, attestator: string): Fact => {
  const [from, mail] = [mailDomainOf(ordered)?.domain ?? ordered, mailDomainOf(attestator)]
  const domain = mail?.domain ?? attestator
  const free = `Whoever answered gave an address at ${domain}, where anybody gets one.`
  if (mail?.isFree) return fact('attestatorAtFreeMail', free)
  return domain === from
    ? fact(
        'attestatorAtEmployersDomain',
        `Whoever answered gave an address at the employer’s domain, ${domain}: typed, not proved.`,
      )
    : fact('attestatorElsewhere', `Whoever answered gave an address at ${domain}. The order says ${from}.`)
}

interface EmailAddresses {
  /** The employer's, as the customer ordered. */
  readonly ordered: string
  /** Where the link was sent, if by email. */
  readonly link?: string | undefined
  readonly attestator?: string | undefined
}

/** Compares the registrable domains of these addresses. */
export const domainFacts = ({ ordered, link, attestator }: EmailAddresses): readonly Fact[] => {
  const mail = mailDomainOf(ordered)
  const free = `The employer’s address in the order is at ${mail?.domain}, where anybody gets one.`
  return [
    ...(mail?.isFree ? [fact('orderedMailIsFree', free)] : []),
    ...(link === undefined ? [] : [linkFact(ordered, link)]),
    ...(attestator === undefined ? [] : [attestatorFact(ordered, attestator)]),
  ]
}
