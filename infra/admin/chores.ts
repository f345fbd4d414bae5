import { type Checked, checkedLines, checkTrail } from './check-trail.ts'
import type { Chore } from './chore.ts'
import { addPerson } from './person.ts'
import type { Restored } from './restore.ts'
import { fieldsOf, tableOf } from './table.ts'

type Row = Readonly<Record<string, unknown>>

/** A value is one line however long it is, so that an answer's `next` can be handed on as it stands. */
const lineOf = ([name, value]: readonly [string, unknown]): string => `${name}  ${JSON.stringify(value)}`

/** A list in an answer, as a table; what else is in the answer stands below it. */
const rows =
  (list: string, ...columns: readonly string[]) =>
  (answer: never): string => {
    const { [list]: found, ...rest } = answer as Readonly<Record<string, unknown>>
    const table = tableOf(columns, found as readonly Row[])
    return [table, ...Object.entries(rest).map(lineOf)].join('\n')
  }

const fields = (answer: never): string => fieldsOf(answer)

const tenant = ['organisation', 'mode'] as const
const oneRecord = [...tenant, 'verification'] as const
const onAcme = '--organisation 1 --mode live'

/** All that an operator does, in the order of help and guides. */
export const chores: readonly Chore[] = [
  {
    words: 'organisations list',
    about: 'Every organisation.',
    example: '',
    does: 'listOrganisations',
    show: rows('organisations', 'id', 'name', 'createdAt'),
  },
  {
    words: 'organisations create',
    about: 'Makes an organisation.',
    needs: ['name'],
    example: '--name Acme',
    does: 'createOrganisation',
    show: fields,
  },
  {
    words: 'clients list',
    about: 'The clients of an organisation, without their secrets.',
    needs: ['organisation'],
    example: '--organisation 1',
    does: 'listClients',
    show: rows('clients', 'clientId', 'mode', 'scopes', 'secretsMadeAt'),
  },
  {
    words: 'clients create',
    about: 'Makes a client; its secret is shown this once.',
    needs: [...tenant, 'scopes'],
    takes: ['client'],
    example: `${onAcme} --scopes addresses,webhooks`,
    does: 'createClient',
    show: fields,
  },
  {
    words: 'clients scopes',
    about: 'Replaces what a client may do.',
    more: 'Counts everywhere within a minute. Endpoints that it registered go on sending what they sent.',
    needs: ['client', 'scopes'],
    example: '--client live-1 --scopes addresses,webhooks,events',
    does: 'changeScopes',
    show: fields,
  },
  {
    words: 'clients rotate',
    about: 'Gives a client a new secret, shown this once.',
    more: 'The secret before it works, with its tokens, until the next rotation.',
    needs: ['client'],
    example: '--client live-1',
    does: 'rotateSecret',
    show: fields,
  },
  {
    words: 'clients revoke',
    about: 'Ends every token that a client was given so far.',
    more: 'Refused everywhere within a minute. Its secrets go on: rotate them twice to end those, too.',
    needs: ['client'],
    example: '--client live-1',
    does: 'revokeTokens',
    show: fields,
  },
  {
    words: 'clients remove',
    about: 'Removes a client with its secrets and tokens.',
    more: 'Refused everywhere within a minute. What it ordered stays, and its webhook endpoints do.',
    needs: ['client'],
    example: '--client live-1',
    isDryUnlessYes: true,
    does: 'removeClient',
    show: fields,
  },
  {
    words: 'prices list',
    about: 'What the stage charges for a verdict; `infra/stages.ts` says it.',
    example: '',
    does: 'listPrices',
    show: rows('prices', 'product', 'priceNgn'),
  },
  {
    words: 'people list',
    about: 'Everybody who signed in with a role, by the issuer’s subject.',
    example: '',
    does: 'listPeople',
    show: rows('people', 'personId', 'roles', 'signedInAt', 'disabledAt'),
  },
  {
    words: 'people add',
    about: 'Makes somebody who can sign in on the laptop; for a stage it says how.',
    needs: ['person', 'group'],
    example: '--person agent-3 --group agent',
    does: addPerson,
    show: fields,
  },
  {
    words: 'people disable',
    about: 'Ends a person’s sessions, and nobody signs in as this person.',
    needs: ['person'],
    example: '--person agent-3',
    does: 'disablePerson',
    show: fields,
  },
  {
    words: 'people enable',
    about: 'Lets a person sign in again.',
    needs: ['person'],
    example: '--person agent-3',
    does: 'enablePerson',
    show: fields,
  },
  {
    words: 'people sign-out',
    about: 'Ends a person’s sessions everywhere within a minute: a lost phone.',
    needs: ['person'],
    example: '--person agent-3',
    does: 'endSessions',
    show: fields,
  },
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
    words: 'erase',
    about: 'Removes at once what is kept of a verification, a look-up or a person.',
    more: 'By --verification, or by --phone or --id-number. An answer with `next` goes on with that as --after.',
    needs: tenant,
    takes: ['verification', 'phone', 'id-number', 'after'],
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
    words: 'restore plan',
    about: 'Says step by step how a stage goes back to a point in time.',
    needs: ['to'],
    example: '--to 2026-11-22T01:30:00Z --stage prod',
    does: async (given, place) => (await import('./restore.ts')).restorePlan(given, place),
    show: ({ steps }: { readonly steps: readonly string[] }) => steps.join('\n'),
  },
  {
    words: 'restore table',
    about: 'Makes the table as it was at a point in time, under a new name, fit to be swung to.',
    more: 'The stage goes on with its old table. Called again it goes on where it was, and ends with 4 until it is done.',
    needs: ['to'],
    example: '--to 2026-11-22T01:30:00Z --stage prod',
    does: async (given, place) => (await import('./restore.ts')).restoreTable(given, place),
    show: (answer: Restored) => fieldsOf({ ...answer }),
  },
]

/** The chore that words begin with. */
export const choreCalled = (words: readonly string[]): Chore | undefined =>
  chores.find(chore => chore.words.split(' ').every((word, place) => words[place] === word))

/** Those of one noun. */
export const choresOf = (noun: string): readonly Chore[] =>
  chores.filter(({ words }) => words.split(' ')[0] === noun)
