import { erasureDays } from '../../../shared/table/retention.ts'
import { type Checked, checkedLines, checkTrail } from '../check-trail.ts'
import type { Chore } from '../chore.ts'
import { tenant } from '../option.ts'
import type { Restored } from '../restore.ts'
import { fields, rows } from '../show.ts'
import { fieldsOf } from '../table.ts'

const oneRecord = [...tenant, 'verification'] as const
const naming = ['verification', 'phone', 'id-number'] as const
const byName = 'By --verification, or by --phone or --id-number.'
const onAcme = '--organisation 1 --mode live'

const keyColumns = ['kid', 'from', 'until', 'compromisedSince'] as const

/** Of what was ordered, and of what became of it. */
export const recordChores: readonly Chore[] = [
  {
    words: 'verifications show',
    about: 'What became of a verification or look-up: ids, times and words, nothing of a person.',
    needs: oneRecord,
    example: `${onAcme} --verification 42`,
    does: 'showVerification',
    show: fields,
  },
  {
    words: 'verifications stuck',
    about: 'What is open and late, or lacks its workflow, visit, end or event.',
    more: 'What lacks something is seen to every hour, or by `reconcile` now. What is only late waits for people. An answer with `next` goes on with that as --after.',
    needs: tenant,
    takes: ['after'],
    example: onAcme,
    does: 'listStuck',
    show: rows('stuck', 'verificationId', 'product', 'outcome', 'dueAt', 'isLate', 'lacks'),
  },
  {
    words: 'verifications decide',
    about: 'Decides a verification in a reviewer’s place; it is final.',
    needs: [...oneRecord, 'outcome'],
    takes: ['comment'],
    example: `${onAcme} --verification 42 --outcome verified`,
    does: 'decide',
    show: fields,
  },
  {
    words: 'deliveries endpoints',
    about: 'Where an organisation’s events go, and how that goes.',
    needs: tenant,
    example: onAcme,
    does: 'listEndpoints',
    show: rows('endpoints', 'endpointId', 'url', 'enabled', 'failingSince', 'disabledReason'),
  },
  {
    words: 'deliveries recover',
    about: 'Sends an endpoint anew what did not reach it since a time.',
    needs: [...tenant, 'endpoint', 'since'],
    takes: ['until'],
    example: `${onAcme} --endpoint 7 --since 2026-11-22T00:00:00Z`,
    does: 'recoverEndpoint',
    show: fields,
  },
  {
    words: 'deliveries failed',
    about: 'How much each queue’s consumer gave up on.',
    more: 'What the table’s stream gave up on is no message: `reconcile` sees to it.',
    example: '',
    does: 'listDeadLetters',
    show: rows('queues', 'queue', 'deadLetters'),
  },
  {
    words: 'deliveries redrive',
    about: 'Puts what a queue’s consumer gave up on back into the queue.',
    more: 'Remove the cause first. Messages that were done all the same are done twice, which changes nothing.',
    needs: ['queue'],
    example: '--queue deliveries',
    does: 'redrive',
    show: fields,
  },
  {
    words: 'reconcile',
    about: 'Looks now for what a gap of the stream left behind, as every hour.',
    takes: tenant,
    example: '',
    does: 'reconcile',
    show: rows('reconciling', 'organisationId', 'mode'),
  },
  {
    words: 'find',
    about: 'Finds what is kept of a person, by ids and times.',
    more: `${byName} An answer with \`next\` goes on with that as --after.`,
    needs: tenant,
    takes: [...naming, 'after'],
    example: `${onAcme} --phone +2348031234567`,
    does: 'find',
    show: rows('found', 'verificationId', 'product', 'requestedAt', 'erasedAt'),
  },
  {
    words: 'export',
    about: 'Writes everything that is kept of a verification, a look-up or a person into one archive.',
    more: `${byName} The archive is a zip file that only you can read, with an index of what is in it and a page for the person whom it is about. That it was made stands in the trail of each verification. Look through it before you hand it on: neighbours and employers may be named in it.`,
    needs: [...tenant, 'out'],
    takes: naming,
    example: `${onAcme} --verification 42 --out person.zip`,
    does: async (given, place) => (await import('../export/export.ts')).exportAll(given, place),
    asks: 'export',
    show: rows('verifications', 'verificationId', 'product', 'requestedAt', 'files', 'bytes', 'erasedAt'),
  },
  {
    words: 'erase',
    about: 'Removes at once what is kept of a verification, a look-up or a person.',
    more: `${byName} An answer with \`next\` goes on with that as --after. The same once more after \`repeatAfter\` removes what was under way; \`remains\` says what lies where nobody can remove it, and until when.`,
    needs: tenant,
    takes: [...naming, 'after'],
    example: `${onAcme} --verification 42`,
    isDryUnlessYes: true,
    does: 'erase',
    show: rows(
      'erased',
      ...[
        'verificationId',
        'product',
        'events',
        'answers',
        'photos',
        'documents',
        'links',
        'trail',
        'erasedBefore',
      ],
    ),
  },
  {
    words: 'erasures list',
    about: `What was erased since a time, of the last ${erasureDays} days, by ids.`,
    needs: ['since'],
    example: '--since 2026-11-22T01:30:00Z',
    does: 'listErasures',
    show: rows('erased', 'organisationId', 'mode', 'verificationId', 'erasedAt'),
  },
  {
    words: 'erasures repeat',
    about: 'Erases once more what was erased since a time: what a restored table has again.',
    more: 'It knows by marks in the bucket, which no restore takes back. Once more is harmless.',
    needs: ['since'],
    example: '--since 2026-11-22T01:30:00Z',
    isDryUnlessYes: true,
    does: async (given, place, how) =>
      (await import('../repeat-erasures.ts')).repeatErasures(given, place, how),
    show: rows('erased', 'organisationId', 'mode', 'verificationId', 'erasedAt', 'found'),
  },
  {
    words: 'trail show',
    about: 'A verification’s trail; with --json as `trail check` and others check it.',
    needs: oneRecord,
    example: `${onAcme} --verification 42 --json`,
    does: 'trail',
    show: rows('entries', 'n', 'at', 'what', 'by'),
  },
  {
    words: 'trail check',
    about: 'Checks a saved trail without asking anybody.',
    needs: ['file'],
    takes: ['place'],
    example: '--file trail.json',
    does: async ({ file, place }) => checkTrail(String(file), place as string | undefined),
    show: (answer: Checked) => checkedLines(answer),
  },
  {
    words: 'receipt-keys list',
    about: 'The keys that receipts are signed with, and their periods.',
    example: '',
    does: 'listReceiptKeys',
    show: rows('keys', ...keyColumns),
  },
  {
    words: 'receipt-keys rotate',
    about: 'Has a new key sign what becomes final from ten minutes on.',
    more: 'Receipts of what was final before keep their key and their bytes; every key stays published.',
    example: '',
    does: 'rotateReceiptKey',
    show: fields,
  },
  {
    words: 'receipt-keys distrust',
    about: 'Says that a key was in wrong hands since a time.',
    more: 'It signs nothing any more, and another signs anew what it has signed. Verifiers refuse what it signed, whoever holds it: have customers fetch those receipts again.',
    needs: ['kid', 'since'],
    example: '--kid kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k --since 2026-11-22T00:00:00Z',
    does: 'distrustReceiptKey',
    show: rows('keys', ...keyColumns),
  },
  {
    words: 'restore plan',
    about: 'Says step by step how a stage goes back to a point in time.',
    needs: ['to'],
    example: '--to 2026-11-22T01:30:00Z --stage prod',
    does: async (given, place) => (await import('../restore.ts')).restorePlan(given, place),
    show: ({ steps }: { readonly steps: readonly string[] }) => steps.join('\n'),
  },
  {
    words: 'restore table',
    about: 'Makes the table as it was at a point in time, under a new name, fit to be swung to.',
    more: 'The stage goes on with its old table. Called again it goes on where it was, and ends with 4 until it is done.',
    needs: ['to'],
    example: '--to 2026-11-22T01:30:00Z --stage prod',
    does: async (given, place) => (await import('../restore.ts')).restoreTable(given, place),
    show: (answer: Restored) => fieldsOf({ ...answer }),
  },
]
