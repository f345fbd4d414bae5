import { type DecidedOutcome, statusOf } from './contract/outcome.ts'
import type { Product } from './contract/product.ts'
import { foldPhone } from './phone.ts'

export const simulatedAgent = 'simulated-agent'
export const simulatedReviewer = 'simulated-reviewer'

/** What a report may lack: its photos; whoever was met beside the applicant; all that need not be there. */
export type OmittedPart = 'photos' | 'bystanders' | 'everything-optional'

export interface Scenario {
  readonly outcome?: Readonly<Record<Product, DecidedOutcome>>
  /** How long after the work was opened it comes, 0 to 900 seconds (a queue's longest delay); the stage's time unless given. */
  readonly afterSeconds?: number
  /** It never comes: somebody completes or cancels the order, moves its clock, or it expires. */
  readonly isNobody?: true
  /** A first report was rejected and returned, the second approved: the record says when both were. */
  readonly isReturned?: true
  readonly lacks?: OmittedPart
}

interface ScenarioRow extends Scenario {
  readonly what: string
}

const ends = (
  address: DecidedOutcome,
  employment: DecidedOutcome,
): Pick<ScenarioRow, 'outcome' | 'what'> => ({
  outcome: { address, 'address-pro': address, 'business-address': address, employment },
  what: `\`${statusOf(address).subStatus}\`; an employment \`${statusOf(employment).subStatus}\``,
})

/**
 * The sandbox's telephone numbers: a promise to integrators, whose tests rely on them. The applicant's number chooses,
 * because every order has one, people can type it into the integrator's own forms, and orders with different numbers
 * are never duplicates of each other. It is written in any way that is the same number.
 */
export const scenarios: Readonly<Record<string, ScenarioRow>> = {
  '08000001001': ends('notInResidence', 'notAnEmployee'),
  '08000001002': ends('invalidAddress', 'detailsMismatch'),
  '08000001003': ends('noAccess', 'employerUnreachable'),
  '08000001010': {
    isNobody: true,
    what: 'nobody comes: it stays open until you complete or cancel it, move its clock, or 14 days are over',
  },
  '08000001011': { afterSeconds: 0, what: '`VERIFIED`, at once' },
  '08000001012': { afterSeconds: 300, what: '`VERIFIED`, after five minutes' },
  '08000001020': {
    isReturned: true,
    what: '`VERIFIED` at the second attempt: a first report was rejected and returned, so the record has both `rejectedAt` and `approvedAt`',
  },
  '08000001030': { lacks: 'photos', what: '`VERIFIED` without photos: all three objects are empty' },
  '08000001031': {
    lacks: 'bystanders',
    what: '`VERIFIED`, and nobody else was met: all fields of `neighbor`, or of `attestator`, are null',
  },
  '08000001032': {
    lacks: 'everything-optional',
    what: '`VERIFIED` with nothing that may be missing: no photos, nobody met, no comments, every field that may be null is',
  },
}

const byPhone = new Map(Object.entries(scenarios).map(([phone, row]) => [foldPhone(phone), row]))

/** How the simulated agent goes about the order of an applicant with this number: as the table says, or as usual. */
export const scenarioOf = ({ applicant }: { readonly applicant: { readonly phone: string } }): Scenario =>
  byPhone.get(foldPhone(applicant.phone)) ?? {}

export const outcomeIn = ({ outcome }: Scenario, product: Product): DecidedOutcome =>
  outcome?.[product] ?? 'verified'

export const scenariosDescription = (): string =>
  [
    'In test mode the applicant’s `phone` chooses what happens; with any other number the simulated agent finds everything in order:',
    '',
    '| `applicant.phone` | what happens |',
    '|---|---|',
    ...Object.entries(scenarios).map(([phone, { what }]) => `| \`${phone}\` | ${what} |`),
  ].join('\n')
