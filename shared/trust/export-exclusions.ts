import { type RetainedKind, retainedData } from '../table/retained-data.ts'

/** Why some of the kept data is in no export. */
export const exportExclusions = {
  agentOutcome: 'It is of an agent, and says of the applicant only how the verification ended.',
  lastPlace: 'It is of an agent.',
  device: 'It is of an agent.',
  attested: 'It is a number for the mail domain of an employer, whoever was asked about.',
  stats: 'It counts, by ids; the same times and outcomes stand in the record.',
  request: 'It names nobody.',
  subject: 'It is a digest of what stands in the record.',
  guard: 'It is a digest of what stands in the record.',
  limit: 'It is a number of requests of a day, under a digest.',
  circuit: 'It is a digest, under which nothing is said of anybody.',
  ledger: 'It names nobody: what was charged stands in the record as its price.',
  spend: 'It is an amount of a customer’s program.',
  reservation: 'It is an amount, until the record is complete.',
  alert: 'It names nobody: it is of a customer’s endpoint.',
  trailLog: 'It is ids and digests of the entries of trails, which are exported.',
  erasureMark: 'It is ids of what is no longer there.',
  backup: 'It is a copy of what is exported.',
  stream: 'It is a copy of what is exported.',
  elsewhere: 'There is nothing of a person.',
} as const satisfies Partial<Readonly<Record<RetainedKind, string>>>

export type ExportedKind = Exclude<RetainedKind, keyof typeof exportExclusions>

export const exportedKinds: readonly ExportedKind[] = (Object.keys(retainedData) as RetainedKind[]).filter(
  (kind): kind is ExportedKind => !(kind in exportExclusions),
)
