import type { Product, VerificationType } from './product.ts'

/** A result in the customer's words: what was claimed holds, does not hold, or nobody can say. */
export interface ResultText {
  readonly tone: 'good' | 'bad' | 'open'
  readonly word: string
  readonly sentence: string
}

export const confirmed = (sentence: string): ResultText => ({ tone: 'good', word: 'Confirmed', sentence })
export const notConfirmed = (sentence: string): ResultText => ({
  tone: 'bad',
  word: 'Not confirmed',
  sentence,
})
export const noFinding = (sentence: string, word = 'No finding'): ResultText => ({
  tone: 'open',
  word,
  sentence,
})

export const statusTexts = {
  IN_PROGRESS: 'in progress',
  VERIFIED: 'verified',
  WRONG_ADDRESS: 'not resident there',
  INVALID_ADDRESS: 'invalid address',
  NO_ACCESS: 'no access',
  UNVERIFIED: 'unverified',
  CANCELLED: 'cancelled',
} as const
export type StatusCode = keyof typeof statusTexts

interface OutcomeDefinition {
  readonly status: StatusCode
  readonly subStatus: string
  readonly state: 'IN_PROGRESS' | 'COMPLETE'
  readonly guide: string
  /** The report's words, and those of the products for which they differ. */
  readonly report: ResultText
  readonly reportFor?: Partial<Readonly<Record<Product, ResultText>>>
}

interface DecidedDefinition extends OutcomeDefinition {
  readonly state: 'COMPLETE'
  readonly decidedFor: readonly VerificationType[]
  readonly simulated: string
}

/** A visit that ends so has findings, which propose the outcome to the reviewer. */
interface AddressOutcomeDefinition extends DecidedDefinition {
  readonly findings: {
    readonly addressExists: boolean
    readonly hadAccess: boolean
    readonly isThere: boolean | null
  }
}

interface EmploymentOutcomeDefinition extends DecidedDefinition {
  readonly decidedFor: readonly ['employment']
}

const complete = { state: 'COMPLETE' } as const
const forAddresses = { ...complete, decidedFor: ['address'] } as const
const forEmployments = { ...complete, decidedFor: ['employment'] } as const

/** Every outcome that a person decides: a verdict, charged at the product's price. Texts for applicants are in `texts`. */
export const decidedOutcomes = {
  verified: {
    ...complete,
    status: 'VERIFIED',
    subStatus: 'VERIFIED',
    decidedFor: ['address', 'employment'],
    findings: { addressExists: true, hadAccess: true, isThere: true },
    guide: 'confirmed',
    simulated: 'Simulated: everything is as the customer says.',
    report: confirmed('The applicant lives at the address.'),
    reportFor: {
      'business-address': confirmed('The business is at the address.'),
      employment: confirmed('The employer confirms what was claimed.'),
    },
  },
  notInResidence: {
    ...forAddresses,
    status: 'WRONG_ADDRESS',
    subStatus: 'FAILED - NOT IN RESIDENCE',
    findings: { addressExists: true, hadAccess: true, isThere: false },
    guide: 'address: the person does not live there',
    simulated: 'Simulated: the address exists, and nobody there knows the applicant.',
    report: notConfirmed('The address exists, and the applicant does not live there.'),
    reportFor: { 'business-address': notConfirmed('The address exists, and the business is not there.') },
  },
  invalidAddress: {
    ...forAddresses,
    status: 'INVALID_ADDRESS',
    subStatus: 'FAILED - INVALID ADDRESS',
    findings: { addressExists: false, hadAccess: false, isThere: false },
    guide: 'address: it does not exist',
    simulated: 'Simulated: there is no such address.',
    report: notConfirmed('There is no such address.'),
  },
  noAccess: {
    ...forAddresses,
    status: 'NO_ACCESS',
    subStatus: 'CANNOT ACCESS ADDRESS',
    findings: { addressExists: true, hadAccess: false, isThere: null },
    guide: 'address: the agent could not get in',
    simulated: 'Simulated: the gate was closed, three times.',
    report: noFinding('The agent could not get in, so nobody can say who lives there.'),
    reportFor: {
      'business-address': noFinding(
        'The agent could not get in, so nobody can say whether the business is there.',
      ),
    },
  },
  notAnEmployee: {
    ...forEmployments,
    status: 'UNVERIFIED',
    subStatus: 'FAILED - NOT AN EMPLOYEE',
    guide: 'employment: never worked there',
    simulated: 'Simulated: the employer has never employed the applicant.',
    report: notConfirmed('The employer says that the applicant never worked there.'),
  },
  detailsMismatch: {
    ...forEmployments,
    status: 'UNVERIFIED',
    subStatus: 'FAILED - DETAILS MISMATCH',
    guide: 'employment: worked there, details differ',
    simulated: 'Simulated: the employer knows the applicant, but not these details.',
    report: notConfirmed('The employer knows the applicant, and the details differ.'),
  },
  employerUnreachable: {
    ...forEmployments,
    status: 'UNVERIFIED',
    subStatus: 'FAILED - EMPLOYER UNREACHABLE',
    guide: 'employment: nobody answered in three attempts',
    simulated: 'Simulated: the employer did not answer three times.',
    report: noFinding('The employer could not be reached, so nobody can say whether the claim holds.'),
  },
} as const satisfies Readonly<Record<string, AddressOutcomeDefinition | EmploymentOutcomeDefinition>>

/** Every outcome; those that nobody decided cost nothing. */
export const outcomes = {
  accepted: {
    status: 'IN_PROGRESS',
    subStatus: 'IN PROGRESS',
    state: 'IN_PROGRESS',
    guide: 'accepted, nobody has decided',
    report: noFinding('It is in progress.'),
  },
  ...decidedOutcomes,
  expired: {
    ...complete,
    status: 'UNVERIFIED',
    subStatus: 'FAILED - EXPIRED',
    guide: 'nobody decided in time',
    report: noFinding('Nobody could conclude it in time.'),
  },
  cancelled: {
    ...complete,
    status: 'CANCELLED',
    subStatus: 'CANCELLED',
    guide: 'you cancelled it, or the applicant does not agree',
    report: noFinding('It was cancelled before anybody concluded it.', 'Cancelled'),
  },
} as const satisfies Readonly<Record<string, OutcomeDefinition>>

export type DecidedOutcome = keyof typeof decidedOutcomes
export type Outcome = keyof typeof outcomes

const decidedNames = Object.keys(decidedOutcomes) as DecidedOutcome[]
const decidableFor = (type: VerificationType): readonly DecidedOutcome[] =>
  decidedNames.filter(name => (decidedOutcomes[name].decidedFor as readonly string[]).includes(type))

const ofAddresses = decidableFor('address')

export const decidableOutcomes: Readonly<Record<Product, readonly DecidedOutcome[]>> = {
  address: ofAddresses,
  'address-pro': ofAddresses,
  'business-address': ofAddresses,
  employment: decidableFor('employment'),
}

export const isDecidable = (outcome: string, product: Product): outcome is DecidedOutcome =>
  decidableOutcomes[product].some(one => one === outcome)

export const statusOf = (outcome: Outcome) => {
  const { status, subStatus, state } = outcomes[outcome]
  return { status, subStatus, state }
}

export const resultTextOf = (outcome: Outcome, product: Product): ResultText => {
  const { report, reportFor }: OutcomeDefinition = outcomes[outcome]
  return reportFor?.[product] ?? report
}

/** Whether a person decided it. What time or the customer brought says nothing of how fast people are. */
export const isDecided = (outcome: Outcome): boolean => outcome in decidedOutcomes

export const isFinal = (outcome: Outcome): boolean => outcomes[outcome].state === 'COMPLETE'

export const possibleOutcomes = (product: Product): readonly Outcome[] => [
  ...decidableOutcomes[product],
  'expired',
  'cancelled',
]

export const findOutcome = <Any extends Outcome>(subStatus: string, among: readonly Any[]): Any | undefined =>
  among.find(outcome => outcomes[outcome].subStatus === subStatus)

export const describeOutcome = (outcome: Outcome): string => `It is complete: ${outcomes[outcome].subStatus}.`
