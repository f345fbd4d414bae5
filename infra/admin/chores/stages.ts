import type { Chore } from '../chore.ts'
import type { Emptied } from '../empty.ts'
import { fields, rows } from '../show.ts'
import { fieldsOf } from '../table.ts'
import type { Walked } from '../walk/walk.ts'

const keyColumns = ['kid', 'from', 'until', 'compromisedSince'] as const

/** Of a stage as a whole. */
export const stageChores: readonly Chore[] = [
  {
    words: 'stage show',
    about: 'Where the stage’s API is found.',
    example: '',
    does: 'showStage',
    show: fields,
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
    words: 'walk',
    about: 'Walks a test verification through the stage, from a client’s token to its event.',
    more: 'With a test client of its own in an organisation of the operator’s; both client and record go when it ends. Says how long each step took, and ends with 1 where one fails. Live mode is never touched, and walks at the same time do not meet.',
    example: '',
    does: async (given, place, how) => (await import('../walk/walk.ts')).walk(given, place, how),
    show: (answer: Walked) => fieldsOf({ ...answer }),
  },
  {
    words: 'empty',
    about: 'Empties a stage that keeps no data, so that `cdk destroy` leaves nothing.',
    more: 'Deletes the photos and ends the workflows that wait for people; CloudFormation would leave both. Refused for a stage that keeps its data.',
    example: '--stage dev',
    isDryUnlessYes: true,
    does: async (given, place, how) => (await import('../empty.ts')).empty(given, place, how),
    show: (answer: Emptied) => fieldsOf({ ...answer }),
  },
]
