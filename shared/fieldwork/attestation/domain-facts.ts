import { type Fact, fact } from './fact.ts'
import { mailDomainOf } from './mail-domain.ts'

/** The addresses whose domains are compared. */
export interface Addresses {
  /** The employer's, as the customer ordered. */
  readonly ordered: string
  /** Where the link went, if it went by mail. */
  readonly link?: string | undefined
  readonly attestator?: string | undefined
}

const orderedFacts = (ordered: string): Fact[] => {
  const mail = mailDomainOf(ordered)
  if (!mail?.isFree) return []
  const text = `The employer’s address in the order is at ${mail.domain}, where anybody gets one.`
  return [fact('orderedMailIsFree', text, { domain: mail.domain })]
}

/** A link sent elsewhere than the customer said: to whom, the reviewer has to know. */
const linkFacts = (ordered: string, link: string): Fact[] => {
  if (link.toLowerCase() === ordered.toLowerCase())
    return [fact('linkSentAsOrdered', 'The link went to the address in the order.')]
  const [from, to] = [mailDomainOf(ordered)?.domain ?? ordered, mailDomainOf(link)?.domain ?? link]
  const values = { address: link, domain: to, orderedDomain: from }
  if (mailDomainOf(link)?.isFree)
    return [
      fact(
        'linkSentToFreeMail',
        `The link went to ${link}, at a provider where anybody gets an address.`,
        values,
      ),
    ]
  return from === to
    ? [
        fact(
          'linkSentToSameDomain',
          `The link went to ${link}: another address at the employer’s domain.`,
          values,
        ),
      ]
    : [fact('linkSentElsewhere', `The link went to ${link}. The order says ${from}.`, values)]
}

const attestatorFacts = (ordered: string, attestator: string): Fact[] => {
  const [from, mail] = [mailDomainOf(ordered), mailDomainOf(attestator)]
  const domain = mail?.domain ?? attestator
  const values = { domain, orderedDomain: from?.domain ?? ordered }
  if (mail?.isFree)
    return [
      fact(
        'attestatorAtFreeMail',
        `Whoever answered writes from ${domain}, where anybody gets an address.`,
        values,
      ),
    ]
  return domain === from?.domain
    ? [
        fact(
          'attestatorAtEmployersDomain',
          `Whoever answered writes from the employer’s domain, ${domain}.`,
          values,
        ),
      ]
    : [
        fact(
          'attestatorElsewhere',
          `Whoever answered writes from ${domain}. The order says ${values.orderedDomain}.`,
          values,
        ),
      ]
}

/** Whose mail it is: the registrable domains of the order's, the link's and the attestator's address. */
export const domainFacts = ({ ordered, link, attestator }: Addresses): readonly Fact[] => [
  ...orderedFacts(ordered),
  ...(link === undefined ? [] : linkFacts(ordered, link)),
  ...(attestator === undefined ? [] : attestatorFacts(ordered, attestator)),
]
