import { erasureDays } from '../../../shared/table/retention.ts'
import type { Trail } from '../../../shared/trail/contract.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { type CommandGroup, tenant } from '../admin-command.ts'
import { repeatErasures } from '../repeat-erasures.ts'
import { rows } from '../table.ts'
import { checkTrail, checkTrailLog, type LogChecked, readTrail, showTrailCheck } from '../trail.ts'

const oneRecord = [...tenant, 'verification'] as const
const naming = ['verification', 'phone', 'id-number'] as const
const byName = 'By --verification, or by --phone or --id-number.'

export const recordCommands: CommandGroup = {
  'verifications show': {
    summary: 'What became of a verification or look-up: ids, times and words, nothing of a person.',
    required: oneRecord,
    run: 'showVerification',
  },
  'verifications stuck': {
    summary: 'What is open and late, or lacks its workflow, visit, end or event.',
    details:
      'What lacks something is seen to every hour, or by `reconcile` now. What is only late waits for people. An answer with `next` goes on with that as --after.',
    required: tenant,
    optional: ['after'],
    run: 'listStuck',
    show: rows('stuck', 'verificationId', 'product', 'outcome', 'dueAt', 'isLate', 'lacks'),
  },
  'verifications decide': {
    summary: 'Decides a verification in a reviewer’s place; it is final.',
    required: [...oneRecord, 'outcome'],
    optional: ['comment'],
    run: 'decide',
  },
  'deliveries endpoints': {
    summary: 'Where an organisation’s events go, and how that goes.',
    required: tenant,
    run: 'listEndpoints',
    show: rows('endpoints', 'endpointId', 'url', 'enabled', 'failingSince', 'disabledReason'),
  },
  'deliveries recover': {
    summary: 'Sends an endpoint anew what did not reach it since a time.',
    required: [...tenant, 'endpoint', 'since'],
    optional: ['until'],
    run: 'recoverEndpoint',
  },
  'deliveries failed': {
    summary: 'How much each queue’s consumer gave up on.',
    details: 'What the table’s stream gave up on is no message: `reconcile` sees to it.',
    run: 'listDeadLetters',
    show: rows('queues', 'queue', 'deadLetters'),
  },
  'deliveries redrive': {
    summary: 'Puts what a queue’s consumer gave up on back into the queue.',
    details:
      'Remove the cause first. Messages that were done all the same are done twice, which changes nothing.',
    required: ['queue'],
    run: 'redrive',
  },
  reconcile: {
    summary: 'Looks now for what a gap of the stream left behind, as every hour.',
    optional: tenant,
    run: 'reconcile',
    show: rows('reconciling', 'organisationId', 'mode'),
  },
  find: {
    summary: 'Finds what is kept of a person, by ids and times.',
    details: `${byName} An answer with \`next\` goes on with that as --after.`,
    required: tenant,
    optional: [...naming, 'after'],
    example: '--phone +2348031234567',
    run: 'find',
    show: rows('found', 'verificationId', 'product', 'requestedAt', 'erasedAt'),
  },
  export: {
    summary: 'Writes everything that is kept of a verification, a look-up or a person into one archive.',
    details: `${byName} The archive is a zip file that only you can read, with an index of what is in it and a page for the person whom it is about. That it was made stands in the trail of each verification. Look through it before you hand it on: neighbours and employers may be named in it.`,
    required: [...tenant, 'out'],
    optional: naming,
    example: '--verification 42',
    run: async call => (await import('../export.ts')).exportAll(call),
    invokes: 'export',
    show: rows('verifications', 'verificationId', 'product', 'requestedAt', 'files', 'bytes', 'erasedAt'),
  },
  erase: {
    summary: 'Removes at once what is kept of a verification, a look-up or a person.',
    details: `${byName} An answer with \`next\` goes on with that as --after. The stage repeats it within an hour after \`repeatAfter\`, which removes what was under way; \`remains\` says what lies where nobody can remove it, and until when.`,
    required: tenant,
    optional: [...naming, 'after'],
    example: '--verification 42',
    isDryRunByDefault: true,
    run: 'erase',
    show: rows(
      ...(['erased', 'verificationId', 'product', 'events', 'answers', 'photos'] as const),
      ...['documents', 'links', 'trail', 'erasedBefore'],
    ),
  },
  'erasures list': {
    summary: `What was erased since a time, of the last ${erasureDays} days, by ids.`,
    required: ['since'],
    run: 'listErasures',
    show: rows('erased', 'organisationId', 'mode', 'verificationId', 'erasedAt'),
  },
  'erasures repeat': {
    summary: 'Erases once more what was erased since a time: what a restored table has again.',
    details: 'It knows by marks in the bucket, which no restore takes back. Once more is harmless.',
    required: ['since'],
    isDryRunByDefault: true,
    run: repeatErasures,
    show: rows('erased', 'organisationId', 'mode', 'verificationId', 'erasedAt', 'found'),
  },
  'trail show': {
    summary: 'A verification’s trail; with --json as `trail check` and others check it.',
    required: oneRecord,
    example: '--json',
    run: readTrail,
    invokes: 'trail',
    show: ({ entries, ...rest }: Trail) =>
      rows('events', 'n', 'at', 'what', 'by')({ ...rest, events: eventsIn(entries) }),
  },
  'trail check': {
    summary: 'Checks a saved trail without asking anybody.',
    required: ['file'],
    optional: ['place'],
    run: checkTrail,
    show: showTrailCheck,
  },
  'trail-log check': {
    summary:
      'Holds the log of the trails against itself and against the table, and names what does not agree.',
    details:
      'All of it, which an hourly function does a part at a time; or some hours, where it is too much for one call.',
    optional: ['from-hour', 'to-hour'],
    example: '--from-hour 2026-11-22T00 --to-hour 2026-11-22T23',
    run: checkTrailLog,
    invokes: 'checkTrailLog',
    show: ({ heads, entries }: LogChecked) => `ok, ${heads} hours, ${entries} entries`,
  },
  'receipt-keys list': {
    summary: 'The keys that receipts are signed with, and their periods.',
    run: 'listReceiptKeys',
    show: rows('keys', 'kid', 'from', 'until', 'compromisedSince'),
  },
  'receipt-keys rotate': {
    summary: 'Has a new key sign what becomes final from ten minutes on.',
    details: 'Receipts of what was final before keep their key and their bytes; every key stays published.',
    run: 'rotateReceiptKey',
  },
  'receipt-keys distrust': {
    summary: 'Says that a key was in wrong hands since a time.',
    details:
      'It signs nothing any more, and another signs anew what it has signed. Verifiers refuse what it signed, whoever holds it: have customers fetch those receipts again.',
    required: ['kid', 'since'],
    run: 'distrustReceiptKey',
    show: rows('keys', 'kid', 'from', 'until', 'compromisedSince'),
  },
  'data-keys list': {
    summary: 'The keys that what is kept of persons is sealed with, and since when each does.',
    details: 'None: this stage seals nothing yet.',
    run: 'listDataKeys',
    show: rows('keys', 'n', 'createdAt', 'from'),
  },
  'data-keys rotate': {
    summary: 'Has a new key seal what is written from ten minutes on; the first one, from now on.',
    details:
      'What was written before stays as it is, and is read as before. From the first key on no release may run that cannot open what is sealed.',
    run: 'rotateDataKeys',
  },
  'restore plan': {
    summary: 'Says step by step how a stage goes back to a point in time.',
    required: ['to'],
    example: '--stage prod',
    run: async call => (await import('../restore.ts')).restorePlan(call),
    show: ({ steps }: { readonly steps: readonly string[] }) => steps.join('\n'),
  },
  'restore table': {
    summary: 'Makes the table as it was at a point in time, under a new name, fit to be swung to.',
    details:
      'The stage goes on with its old table. Called again it goes on where it was, and ends with 4 until it is done.',
    required: ['to'],
    example: '--stage prod',
    run: async call => (await import('../restore.ts')).restoreTable(call),
  },
}
