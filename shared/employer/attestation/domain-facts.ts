import { fact } from './fact.ts'
import type { Fact } from './fact-contract.ts'
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
  return [
    fact(
      'orderedMailIsFree',
      `The employer’s address in the order is at ${mail.domain}, where anybody gets one.`,
    ),
  ]
}

/** A link sent elsewhere than the customer said: to whom, the reviewer has to know. */
const linkFacts = (ordered: string, link: string): Fact[] => {
  if (link.toLowerCase() === ordered.toLowerCase())
    return [fact('linkSentAsOrdered', 'The link went to the address in the order.')]
  const [from, mail] = [mailDomainOf(ordered)?.domain ?? ordered, mailDomainOf(link)]
  if (mail?.isFree)
    return [
      fact('linkSentToFreeMail', `The link went to ${link}, at a provider where anybody gets an address.`),
    ]
  return from === mail?.domain
    ? [fact('linkSentToSameDomain', `The link went to ${link}: another address at the employer’s domain.`)]
    : [fact('linkSentElsewhere', `The link went to ${link}. The order says ${from}.`)]
}

const attestatorFacts = (ordered: string, attestator: string): Fact[] => {
  const [from, mail] = [mailDomainOf(ordered)?.domain ?? ordered, mailDomainOf(attestator)]
  const domain = mail?.domain ?? attestator
  if (mail?.isFree)
    return [
      fact('attestatorAtFreeMail', `Whoever answered writes from ${domain}, where anybody gets an address.`),
    ]
  return domain === from
    ? [fact('attestatorAtEmployersDomain', `Whoever answered writes from the employer’s domain, ${domain}.`)]
    : [fact('attestatorElsewhere', `Whoever answered writes from ${domain}. The order says ${from}.`)]
}

/** Whose mail it is: the registrable domains of the order's, the link's and the attestator's address. */
export const domainFacts = ({ ordered, link, attestator }: Addresses): readonly Fact[] => [
  ...orderedFacts(ordered),
  ...(link === undefined ? [] : linkFacts(ordered, link)),
  ...(attestator === undefined ? [] : attestatorFacts(ordered, attestator)),
]
