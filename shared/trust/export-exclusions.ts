import { type RetainedKind, retainedData } from '../table/retained-data.ts'

/** Why some of the kept data is in no export. */
export const exportExclusions = {
  agentOutcome: 'It is about an agent, and contains only the outcome of the verification.',
  lastPlace: 'It is about an agent.',
  placeNote: 'It tells how to get to a house, and nothing of who lives there.',
  device: 'It belongs to an agent.',
  unsent: 'It is about an agent’s phone.',
  attested: 'It is a number for the email domain of an employer, over all applicants.',
  stats: 'It contains counts by ids; the record has the same times and outcomes.',
  request: 'It names nobody.',
  subject: 'It is a digest of data in the record.',
  caseIndex: 'It is made of data in the record.',
  caseSearch: 'It is about staff, and does not contain what was searched, but for a digest.',
  guard: 'It is a digest of data in the record.',
  limit: 'It is the number of requests of a day, under a digest.',
  circuit: 'It is about a registry.',
  ledger: 'It names nobody; the record contains the charge as its price.',
  ledgerSeal: 'It contains lines of the ledger, which name nobody.',
  chargeReference: 'It is in the record.',
  countedCharge: 'It is the key of a line of the ledger.',
  spend: 'It is an amount of a customer’s client.',
  reservation: 'It is an amount, until the record is complete.',
  alert: 'It names nobody; it is about a customer’s endpoint.',
  trailLog: 'It contains ids and digests of trail entries, and the trails are exported.',
  erasureMark: 'It contains ids of erased records.',
  backup: 'It is a copy of exported data.',
  stream: 'It is a copy of exported data.',
  elsewhere: 'It contains no personal data.',
} as const satisfies Partial<Readonly<Record<RetainedKind, string>>>

export type ExportedKind = Exclude<RetainedKind, keyof typeof exportExclusions>

export const exportedKinds: readonly ExportedKind[] = (Object.keys(retainedData) as RetainedKind[]).filter(
  (kind): kind is ExportedKind => !(kind in exportExclusions),
)
