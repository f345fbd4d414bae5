import type { Explanation } from './report.ts'

const table = 'table/verification-local-data'
/** The key that the table is encrypted with: the emulator names it after its logical id. */
const tableKey = 'key/75c8ff59c94bf104f0518f25d497d9fe'

/** Paths that take an Idempotency-Key and whose actions refuse nothing that the chain before them has let through. */
const refusingNothing = [
  'mcp',
  'operations/assignees',
  'operations/devices',
  'operations/searches',
  'portal/links',
]

/** Grants that no test uses and that stay all the same, each with its reason. One that is used, or is gone, fails the run. */
export const unusedGrants: readonly Explanation[] = [
  {
    because:
      'The chain lets go of a key whenever an action refuses: `idempotency-keys.test.ts` sees it wherever an action of today does.',
    grants: refusingNothing.map(
      path => `api/${path}: dynamodb:DeleteItem on ${table}, keys of idempotencyKey`,
    ),
  },
  {
    because: 'The same of an objection that is refused, which no journey sends under a key.',
    isByChance: true,
    grants: ['addresses', 'employments'].map(
      collection => `api/${collection}/id/dispute: dynamodb:DeleteItem on ${table}, keys of idempotencyKey`,
    ),
  },
  {
    because:
      'An order stores its answer with itself. While a stage is updated, the code of the release before, which claims a key and lets go of it, has the roles of this one already.',
    grants: ['addresses', 'addresses/business', 'employments'].map(
      path => `api/${path}: dynamodb:DeleteItem on ${table}, keys of idempotencyKey`,
    ),
  },
  {
    because:
      'Whoever is asked for a stage’s first receipt, or the report that holds it, makes the key: one of eight (`test/shared/receipt`).',
    isByChance: true,
    grants: ['addresses', 'employments', 'identities', 'operations/cases'].flatMap(collection =>
      ['receipt', 'report'].map(
        path => `api/${collection}/id/${path}: dynamodb:PutItem on ${table}, keys of receiptKey`,
      ),
    ),
  },
  {
    because:
      'The same of whoever signs for a stage’s first month, or first hour, which then writes to the table.',
    isByChance: true,
    grants: [
      `trust/seal-ledgers: dynamodb:PutItem on ${table}, keys of receiptKey`,
      `trust/close-trails: dynamodb:PutItem on ${table}, keys of receiptKey`,
      ...['seal-ledgers', 'close-trails'].flatMap(name =>
        ['Encrypt', 'GenerateDataKeyWithoutPlaintext', 'ReEncryptFrom', 'ReEncryptTo'].map(
          action => `trust/${name}: kms:${action} on ${tableKey}`,
        ),
      ),
    ],
  },
  {
    because:
      'A key has sealed for thirty days, which no test waits for (`test/shared/table/data-keys.test.ts`).',
    grants: [
      ...['PutItem', 'UpdateItem'].map(
        action => `outbox/reconcile-all: dynamodb:${action} on ${table}, keys of dataKey`,
      ),
      'outbox/reconcile-all: secretsmanager:GetSecretValue on secret:verification-local-wrapping-key-??????',
    ],
  },
  {
    because: 'Who works on puts off the end of a session, after minutes that no test waits for.',
    isByChance: true,
    grants: [
      `api/session: dynamodb:UpdateItem on ${table}, keys of session`,
      `api/portal/session: dynamodb:UpdateItem on ${table}, keys of portalSession`,
    ],
  },
  {
    because: 'What is told after midnight counts for the day before, whose summary is to be made anew.',
    isByChance: true,
    grants: ['relay', 'reconcile'].map(
      name => `outbox/${name}: dynamodb:UpdateItem on ${table}, keys of stats`,
    ),
  },
  {
    because:
      'A receiver that answers again after a minute of failure is sent what waited for it (`test/shared/webhook/delivery`).',
    isByChance: true,
    grants: [
      'api/webhooks/id/ping: sqs:SendMessage on verification-local-deliveries',
      `dispatch/deliver: dynamodb:BatchGetItem on ${table}`,
      `dispatch/deliver: dynamodb:Query on ${table}/index/gsi2`,
    ],
  },
  {
    because:
      'Work ends with its record. What did not, since its record had gone, is closed by the signal (`test/shared/review/review.test.ts`).',
    isByChance: true,
    grants: [`completion/signal: dynamodb:UpdateItem on ${table}, keys of tenants`],
  },
  {
    because: 'A message is given back only where its work failed (`test/shared/aws/batch.test.ts`).',
    isByChance: true,
    grants: [
      ['completion/signal', 'completions'],
      ['dispatch/deliver', 'deliveries'],
      ['dispatch/deliver-to-slow', 'slow-deliveries.fifo'],
      ['lookup/try-again', 'lookups'],
      ['message/send', 'messages'],
      ['outbox/reconcile', 'reconciliations'],
      ['sandbox/visit', 'visits'],
    ].map(([name, queue]) => `${name}: sqs:ChangeMessageVisibility on verification-local-${queue}`),
  },
  {
    because: 'No laptop is in a sandbox of SES (`test/shared/link/message/hold.test.ts`).',
    grants: ['message/send: sqs:SendMessage on verification-local-messages'],
  },
  {
    because: 'A queue or bus is in the slow lane only where AWS takes three seconds to answer.',
    isByChance: true,
    grants: ['dispatch/deliver-to-slow: sts:AssumeRole on arn:aws:iam::*:role/VerificationEvents*'],
  },
  {
    because:
      'What performs effects is one for relay and reconciliation, and asks where messages go; the latter makes no links.',
    grants: ['outbox/reconcile: sqs:SendMessage on verification-local-messages'],
  },
  {
    because:
      'What the stream missed gets its entries of the search, and what an erasure left loses them (`test/shared/case/index.test.ts`).',
    isByChance: true,
    grants: [
      `outbox/reconcile: dynamodb:BatchWriteItem on ${table}, keys of caseIndex`,
      `trust/repeat-erasures: dynamodb:DeleteItem on ${table}, keys of caseIndex`,
      ...['outbox/reconcile', 'trust/repeat-erasures'].map(
        name => `${name}: secretsmanager:GetSecretValue on secret:verification-local-id-number-key-??????`,
      ),
    ],
  },
  {
    because:
      'An operator sends a message again that could not be sent, unless the work has ended (`test/shared/overview/repair.test.ts`).',
    isByChance: true,
    grants: [`api/operations/stuck/id/mend: dynamodb:ConditionCheckItem on ${table}, keys of tenants`],
  },
  {
    because:
      'What the stream lost is tried, visited and told anew, page by page, ten minutes later (`test/shared/outbox`).',
    isByChance: true,
    grants: [
      `dynamodb:GetItem on ${table}`,
      ...['lookups', 'reconciliations', 'visits'].map(
        queue => `sqs:SendMessage on verification-local-${queue}`,
      ),
      'secretsmanager:GetSecretValue on secret:verification-local-personal-data-key-??????',
    ].map(words => `outbox/reconcile: ${words}`),
  },
]
