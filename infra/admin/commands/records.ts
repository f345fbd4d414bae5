import * as z from 'zod/mini'
import { erasureDays } from '../../../shared/table/retention.ts'
import type { Trail } from '../../../shared/trail/contract.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { type CommandGroup, fieldsOf } from '../admin-command.ts'
import { repeatErasures } from '../repeat-erasures.ts'
import { rows } from '../table.ts'
import { checkTrail, checkTrailLog, type LogChecked, readTrail, showTrailCheck } from '../trail.ts'

/** Of a file or of its end, which no function takes. */
const text = z.string().check(z.minLength(1))
const toTime = { to: fieldsOf('listErasures').since! }

const byName = 'By --verification, or by --phone or --id-number.'

export const recordCommands: CommandGroup = {
  'verifications show': {
    summary: 'Shows the state of a verification or look-up: ids, times and fixed values, no personal data.',
    run: 'showVerification',
  },
  'verifications stuck': {
    summary: 'Lists open verifications that are late, or lack their workflow, visit, end or event.',
    details:
      'The service repairs missing steps every hour, `reconcile` at once. Late verifications without a missing step wait for people. It goes over all that is open, a page at a time.',
    run: 'listStuck',
    pagedList: 'stuck',
    show: rows('stuck', 'verificationId', 'product', 'outcome', 'dueAt', 'isLate', 'lacks'),
  },
  'verifications decide': {
    summary: 'Decides a verification instead of a reviewer; the decision is final.',
    run: 'decide',
  },
  'deliveries endpoints': {
    summary: 'Lists an organisation’s endpoints and their state.',
    run: 'listEndpoints',
    show: rows('endpoints', 'endpointId', 'url', 'enabled', 'failingSince', 'disabledReason'),
  },
  'deliveries recover': {
    summary: 'Resends the events that did not reach an endpoint since a time.',
    run: 'recoverEndpoint',
  },
  'deliveries failed': {
    summary: 'Counts the messages that each queue’s consumer gave up.',
    details: 'Failed changes of the table’s stream are not messages: use `reconcile`.',
    run: 'listDeadLetters',
    show: rows('queues', 'queue', 'deadLetters'),
  },
  'deliveries redrive': {
    summary: 'Puts the messages that a queue’s consumer gave up back into the queue.',
    details:
      'Remove the cause first. A message that was processed already is processed again, which is harmless.',
    run: 'redrive',
  },
  reconcile: {
    summary: 'Repairs now what the stream missed, as the service does every hour.',
    run: 'reconcile',
    show: rows('reconciling', 'organisationId', 'mode'),
  },
  find: {
    summary: 'Finds the records of a person, by ids and times.',
    details: `${byName} If the response has \`next\`, repeat with it as --after.`,
    example: '--phone +2348031234567',
    run: 'find',
    show: rows('found', 'verificationId', 'product', 'requestedAt', 'erasedAt'),
  },
  export: {
    summary: 'Exports all data of a verification, a look-up or a person into one archive.',
    details: `${byName} The archive is a zip file that only you can read, with an index of its content and a page for the person concerned. The trail of each verification records the export. Read it before you hand it out: it may name neighbours and employers.`,
    example: '--verification 42',
    run: async call => (await import('../export.ts')).exportAll(call),
    takes: { ...fieldsOf('find'), out: text },
    invokes: 'export',
    show: rows('verifications', 'verificationId', 'product', 'requestedAt', 'files', 'bytes', 'erasedAt'),
  },
  erase: {
    summary: 'Erases the data of a verification, a look-up or a person at once.',
    details: `${byName} If the response has \`next\`, repeat with it as --after. The stage repeats the erasure within an hour after \`repeatAfter\`, which removes data that was in progress. \`remains\` lists what nobody can remove, and until when it stays.`,
    example: '--verification 42',
    isDryRunByDefault: true,
    run: 'erase',
    show: rows(
      'erased',
      'verificationId',
      'product',
      'events',
      'answers',
      'photos',
      'documents',
      'links',
      'trail',
      'erasedBefore',
    ),
  },
  'erasures list': {
    summary: `Lists erasures since a time, of the last ${erasureDays} days, by ids.`,
    run: 'listErasures',
    show: rows('erased', 'organisationId', 'mode', 'verificationId', 'erasedAt'),
  },
  'erasures repeat': {
    summary: 'Repeats the erasures since a time, for data that a restored table contains again.',
    details: 'Uses marks in the bucket, which a restore does not change. Repeating is harmless.',
    isDryRunByDefault: true,
    takes: fieldsOf('listErasures'),
    run: repeatErasures,
    show: rows('erased', 'organisationId', 'mode', 'verificationId', 'erasedAt', 'found'),
  },
  'trail show': {
    summary: 'Shows a verification’s trail; with --json in the form that `trail check` and others can check.',
    example: '--json',
    run: readTrail,
    invokes: 'trail',
    show: ({ entries, ...rest }: Trail) =>
      rows('events', 'n', 'at', 'what', 'by')({ ...rest, events: eventsIn(entries) }),
  },
  'trail check': {
    summary: 'Checks a saved trail offline.',
    takes: { file: text, place: z.optional(text) },
    run: checkTrail,
    show: showTrailCheck,
  },
  'trail-log check': {
    summary: 'Checks the log of the trails, also against the table, and lists the differences.',
    details:
      'Checks all of it, as an hourly function does in parts; or some hours, if it is too much for one call.',
    example: '--from-hour 2026-11-22T00 --to-hour 2026-11-22T23',
    run: checkTrailLog,
    invokes: 'checkTrailLog',
    show: ({ heads, entries }: LogChecked) => `ok, ${heads} hours, ${entries} entries`,
  },
  'receipt-keys list': {
    summary: 'Lists the keys that sign receipts, and their periods.',
    run: 'listReceiptKeys',
    show: rows('keys', 'kid', 'from', 'until', 'compromisedSince'),
  },
  'receipt-keys rotate': {
    summary: 'Generates a key that signs receipts of records that become final ten minutes later.',
    details: 'Receipts of earlier records keep their key and their bytes; every key stays published.',
    run: 'rotateReceiptKey',
  },
  'receipt-keys distrust': {
    summary: 'Marks a key as compromised since a time.',
    details:
      'The key signs nothing any more, and another key signs its receipts again. Verifiers refuse all its signatures: ask customers to fetch those receipts again.',
    run: 'distrustReceiptKey',
    show: rows('keys', 'kid', 'from', 'until', 'compromisedSince'),
  },
  'data-keys list': {
    summary: 'Lists the keys that encrypt personal data, and since when each is active.',
    details: 'Without a key the stage encrypts nothing yet.',
    run: 'listDataKeys',
    show: rows('keys', 'n', 'createdAt', 'from'),
  },
  'data-keys rotate': {
    summary: 'Generates a key that encrypts what is written ten minutes later; the first key, at once.',
    details:
      'Earlier items do not change, and can be read as before. After the first key no release may run that cannot decrypt.',
    run: 'rotateDataKeys',
  },
  'secrets list': {
    summary: 'Lists the secrets of the stage that can be rotated, and until when a value before is accepted.',
    run: 'listStageSecrets',
    show: rows('secrets', 'secret', 'since', 'previousUntil'),
  },
  'secrets rotate': {
    summary:
      'Gives a secret of the stage a new value, or goes on with that while the one before is accepted.',
    details:
      'Needs no deployment. Repeating is harmless: repeat it if it was interrupted, or if `left` is not 0. The value before is accepted until `previousUntil`, so that links, photos and a restored table go on working. `id-number-key` is refused: people are found by what it has made.',
    run: 'rotateStageSecret',
  },
  'secrets end': {
    summary: 'Ends the value before of a secret ahead of its time, for example because it has leaked.',
    details:
      'Possible fifteen minutes after its rotation; `personal-data-key` days later. Links, or photos of events, that were sent before the rotation then stop working; of the other secrets, a table restored to a time before the rotation cannot be decrypted any more.',
    isDryRunByDefault: true,
    run: 'endStageSecret',
  },
  'restore plan': {
    summary: 'Shows the steps to restore a stage to a point in time.',
    example: '--stage prod',
    takes: toTime,
    run: async call => (await import('../restore.ts')).restorePlan(call),
    show: ({ steps }: { readonly steps: readonly string[] }) => steps.join('\n'),
  },
  'restore table': {
    summary: 'Restores the table to a point in time, under a new name, ready for a deployment.',
    details:
      'The stage keeps using its old table. Repeat the command to continue; it exits with 4 until it is done.',
    example: '--stage prod',
    takes: toTime,
    run: async call => (await import('../restore.ts')).restoreTable(call),
  },
}
