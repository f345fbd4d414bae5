import { daysLater, erasureDays, recoveryDays, retentionDays, streamDays, uploadDays } from './retention.ts'

type RetainedName = keyof typeof retentionDays

interface RetainedEntry {
  readonly what: string
  readonly holds: string
  readonly until: string
  readonly erased: string
}

const daysAfter = (kind: RetainedName, event: string): string => {
  const days = retentionDays[kind]
  return `${days} day${days === 1 ? '' : 's'} after ${event}`
}

/** By retention: a new kind does not compile until it is listed here. */
const retained: Readonly<Record<RetainedName, RetainedEntry>> = {
  verification: {
    what: 'verification or look-up (table)',
    holds:
      'the order, with the applicant’s description of the house, and the report; for a look-up a keyed digest of the number, its last four characters, the verdict',
    until: daysAfter('verification', 'the request'),
    erased: 'a tombstone stays: ids, product, outcome, times, price',
  },
  assignment: {
    what: 'assignment (table)',
    holds:
      'the report and the decision while people work; where the agent was at the claim, until the decision',
    until: daysAfter('assignment', 'the work was opened last'),
    erased: 'deleted',
  },
  revision: {
    what: 'earlier revision of a verification (table)',
    holds: 'the order, the report and the decision as they were before a dispute changed it',
    until: daysAfter('revision', 'the request'),
    erased: 'deleted',
  },
  dispute: {
    what: 'dispute of a verification (table)',
    holds: 'the objection of applicant or customer, in their words; the report that the reviewer examines',
    until: daysAfter('dispute', 'the request'),
    erased: 'deleted',
  },
  link: {
    what: 'link to a page (table)',
    holds: 'the answers of applicant or employer on its page; where it was sent, if not as ordered',
    until: daysAfter('link', 'it was made'),
    erased: 'deleted, and the link no longer works',
  },
  trail: {
    what: 'trail (table)',
    holds: 'who did what and when, by ids; slots, hashes and measures of the evidence',
    until: daysAfter('trail', 'its first entry'),
    erased:
      'the facts are deleted; digests, fixed values, times and ids of staff stay, and show that it was erased',
  },
  trailLog: {
    what: 'log of the trails (bucket, locked)',
    holds:
      'nothing: ids of organisations and verifications, numbers and digests of entries, and their expiry',
    until: daysAfter('trailLog', 'its hour'),
    erased:
      'stays: nobody can take it away, which is what it is for; without the salts it says nothing of anybody',
  },
  photoHash: {
    what: 'digest of a photo (table)',
    holds: 'SHA-256 of the original, and which verification showed it first',
    until: daysAfter('photoHash', 'it was reported'),
    erased: 'stays until then: nobody can tell from it what is in the photo',
  },
  photoLook: {
    what: 'perceptual digest of a photo (table)',
    holds: '64 bits of light and dark, SHA-256 of the original, and which verification showed it first',
    until: daysAfter('photoLook', 'it was reported'),
    erased: 'deleted',
  },
  lastPlace: {
    what: 'last position of an agent (table)',
    holds: 'the agent’s id, the position and time of the last visit',
    until: daysAfter('lastPlace', 'that visit'),
    erased: 'stays until then',
  },
  unsent: {
    what: 'what an agent’s phone holds (table)',
    holds: 'the agent’s id, the device’s id, two numbers and a time; nothing of the applicant',
    until: daysAfter('unsent', 'the phone said so'),
    erased: 'stays until then',
  },
  placeNote: {
    what: 'what an agent told of a house (table)',
    holds:
      'chosen words, such as a gate at the back, under a keyed digest of the address; nothing of a person',
    until: daysAfter('placeNote', 'the report'),
    erased: 'deleted',
  },
  agentOutcome: {
    what: 'outcome of an agent’s report (table)',
    holds: 'the agent’s id and the outcome; nothing of the applicant',
    until: daysAfter('agentOutcome', 'it ended'),
    erased: 'stays until then',
  },
  photo: {
    what: 'capture record of a photo (table)',
    holds: 'where a device was and when, as it signed it; the digest of the photo; who took it',
    until: daysAfter('photo', 'it came'),
    erased: 'deleted',
  },
  document: {
    what: 'document that an applicant photographed (table)',
    holds: 'the digest of the photo, its size, and when it came; the photo itself is in the bucket',
    until: daysAfter('document', 'it came'),
    erased: 'deleted',
  },
  contactAttempt: {
    what: 'attempt to reach an employer (table)',
    holds: 'when and how; the phone number or address that was tried, and the agent’s comment',
    until: daysAfter('contactAttempt', 'it was noted'),
    erased: 'deleted',
  },
  caseNote: {
    what: 'note on a case by staff (table)',
    holds: 'what a reviewer or operator wrote of the case, for staff alone; who wrote it and when',
    until: daysAfter('caseNote', 'the request'),
    erased: 'deleted',
  },
  attested: {
    what: 'answers from an email domain (table)',
    holds: 'an employer’s email domain and a number, never for a public email provider',
    until: daysAfter('attested', 'the last of them'),
    erased: 'stays: it is not about an applicant',
  },
  stats: {
    what: 'daily stats (table)',
    holds: 'ids of verifications, agents and reviewers, LGAs, outcomes and times; nothing of the applicant',
    until: daysAfter('stats', 'that day'),
    erased: 'stays until then',
  },
  event: {
    what: 'event of a verification (table)',
    holds: 'the record, packed',
    until: daysAfter('event', 'it was frozen'),
    erased: 'the body goes, the line stays',
  },
  identityEvent: {
    what: 'event of a late look-up (table)',
    holds: 'the registry’s response, encrypted',
    until: daysAfter('identityEvent', 'it was frozen'),
    erased: 'the body goes, the line stays',
  },
  attempt: {
    what: 'delivery attempt (table)',
    holds: 'the first 1 KB of your receiver’s response',
    until: daysAfter('attempt', 'it was made'),
    erased: 'the response is deleted, and its copy in the endpoint’s `lastFailure` too; the attempt stays',
  },
  ledger: {
    what: 'line of the ledger, sum of a day (table)',
    holds:
      'nothing: ids of the record, the organisation and its client, the product, how it ended, amount and time',
    until: `${daysAfter('ledger', 'the charge')}: seven years, as books are kept`,
    erased: 'stays: it names nobody, and records what was charged',
  },
  countedCharge: {
    what: 'mark that a charge is in its sum (table)',
    holds: 'nothing: the key of the line',
    until: daysAfter('countedCharge', 'it was added up'),
    erased: 'stays until then',
  },
  spend: {
    what: 'spending of a capped client in a month (table)',
    holds: 'nothing: a client’s id and amounts',
    until: daysAfter('spend', 'the month began'),
    erased: 'stays until then',
  },
  reservation: {
    what: 'reservation of a spend cap (table)',
    holds: 'nothing: ids and an amount',
    until: daysAfter('reservation', 'its order ended'),
    erased: 'released',
  },
  alert: {
    what: 'alert that an endpoint was disabled (table)',
    holds: 'nothing: ids, times, a status, and the host that your events went to',
    until: daysAfter('alert', 'the endpoint was disabled'),
    erased: 'stays until then',
  },
  idempotencyKey: {
    what: 'Idempotency-Key (table)',
    holds: 'the first response; never a look-up’s',
    until: daysAfter('idempotencyKey', 'the first request'),
    erased: 'deleted',
  },
  request: {
    what: 'line of the request log (table)',
    holds:
      'nothing: a client’s id, an action’s name, a path with the ids of records alone, a status, which fields were wrong and not their values',
    until: daysAfter('request', 'the request'),
    erased: 'stays until then',
  },
  caseSearch: {
    what: 'search for a case by staff (table)',
    holds:
      'nothing that was searched: a staff id, by which field, and why; what they wrote of it, encrypted, beside a keyed digest of what of a case was searched',
    until: daysAfter('caseSearch', 'the search'),
    erased: 'what they wrote of it is deleted; the rest stays until then',
  },
}

/** Data with other rules than `retentionDays`. */
const others = {
  subject: {
    what: 'index entry of a verification under a phone or an id number (table)',
    holds: 'a keyed digest, and the id of the verification',
    until: daysAfter('verification', 'the request'),
    erased: 'deleted',
  },
  chargeReference: {
    what: 'customer’s reference of a charge (table)',
    holds: 'the reference that the customer gave with the order, and the id of the verification',
    until: daysAfter('verification', 'the request'),
    erased: 'deleted; the line of the ledger stays',
  },
  caseIndex: {
    what: 'index entry of a verification, by which staff find it (table)',
    holds:
      'keyed digests of name, phone number and the customer’s reference; ids of staff, the LGA, the outcome and times',
    until: daysAfter('verification', 'the request'),
    erased: 'deleted',
  },
  storedPhoto: {
    what: 'photo (bucket)',
    holds: 'the evidence; an applicant’s documents, and photos of their house that came with an order',
    until: daysAfter('verification', 'it was taken'),
    erased: 'deleted, and no link to it works any more',
  },
  ledgerSeal: {
    what: 'seal of a month of the ledger (bucket, locked)',
    holds: 'nothing: the lines of the ledger of that month, as the table has them',
    until: `${daysAfter('ledger', 'it was made')}, some days after its month`,
    erased: 'stays, and nobody can change it: its lines name nobody',
  },
  upload: {
    what: 'upload of a photo (bucket)',
    holds:
      'the photo as it was taken, with the metadata of the device; a re-encoded copy of a photo in an order',
    until: `it was re-encoded, ${uploadDays} days at most; the copy as long`,
    erased: 'deleted',
  },
  device: {
    what: 'device of an agent (table)',
    holds: 'its public key, and when it was enrolled',
    until: 'a later one takes its place: of each agent the last eight stay',
    erased: 'stays: it is the agent’s',
  },
  lateLookup: {
    what: 'late look-up (table)',
    holds: 'the claim, then the answer, encrypted',
    until: `it was told: a day, at most ${retentionDays.identityEvent} more`,
    erased: 'deleted',
  },
  guard: {
    what: 'guard against duplicates (table)',
    holds: 'a digest of applicant and place',
    until: '30 days after the order',
    erased: 'deleted',
  },
  limit: {
    what: 'limit (table)',
    holds: 'a keyed digest of an id number',
    until: 'the end of its day',
    erased: 'stays until then',
  },
  circuit: {
    what: 'state of a registry (table)',
    holds: 'whether and how fast it answers; nothing of a person',
    until: 'its next answer',
    erased: 'stays until then',
  },
  erasureMark: {
    what: 'mark of an erasure (bucket)',
    holds: 'ids and a time; nothing of a person',
    until: `${erasureDays} days after the erasure`,
    erased: 'the erasure creates it',
  },
  backup: {
    what: 'backup of the table',
    holds: 'all of the table, encrypted; personal data is encrypted again, with a secret that is not in it',
    until: `${recoveryDays} days`,
    erased: 'stays until then',
  },
  stream: {
    what: 'stream of the table',
    holds: 'changed items, before and after, encrypted as in the table',
    until: `${streamDays} day`,
    erased: 'stays until then',
  },
  elsewhere: {
    what: 'queues, workflows, logs, metrics',
    holds: 'nothing: ids alone',
    until: '',
    erased: '',
  },
} as const satisfies Readonly<Record<string, RetainedEntry>>

export type RetainedKind = RetainedName | keyof typeof others

export const retainedData: Readonly<Record<RetainedKind, RetainedEntry>> = { ...retained, ...others }

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const retentionTable = (): string =>
  [
    lineOf(['what', 'holds of a person', 'until', 'when erased']),
    '|---|---|---|---|',
    ...Object.values(retainedData).map(({ what, holds, until, erased }) =>
      lineOf([what, holds, until, erased]),
    ),
  ].join('\n')

export interface UnerasedCopy {
  readonly what: string
  readonly holds: string
  readonly until: string
}

/** Copies that nobody can change: what an erasure at this time leaves. @param at ISO 8601 */
export const listUnerasedCopies = (at: string): readonly UnerasedCopy[] =>
  (
    [
      ['backup', recoveryDays],
      ['stream', streamDays],
      ['trailLog', retentionDays.trailLog],
    ] as const
  ).map(([kind, days]) => {
    const { what, holds } = retainedData[kind]
    return { what, holds, until: daysLater(at, days) }
  })
