import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { expireVerification } from '../../../shared/work/assignment/deadline.ts'
import { openAssignment } from '../../../shared/work/assignment/store.ts'
import { type Reconciliation, reconcile } from '../../../shared/outbox/reconcile.ts'
import { database } from '../../../shared/table/driver.ts'
import { generateId } from '../../../shared/table/id.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { markPublished } from '../../../shared/verification/transition-store.ts'
import { buildAlert } from '../../../shared/webhook/alert/alert.ts'
import { buildEndpoint } from '../../../shared/webhook/endpoint/endpoint.ts'
import { alertWrite } from '../../../shared/webhook/endpoint/store.ts'
import { watchCounts } from '../../support/metric-lines.ts'
import { openOf } from '../../support/open.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { addressVerification } from '../../support/verifications.ts'
import { type AwsEndpoint, type MessageEntry, openAwsEndpoint, storedMessages } from '../aws/endpoint.ts'

let table: RecordedTable
let aws: AwsEndpoint

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hourMs = 3_600_000

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  table = await startRecordedTable()
  aws = await openAwsEndpoint()
  Object.assign(process.env, {
    COMPLETIONS_QUEUE_URL: `${aws.url}/1/completions`,
    ID_NUMBER_SECRET: 'id-number-key',
    MESSAGES_QUEUE_URL: `${aws.url}/1/messages`,
    RECONCILIATIONS_QUEUE_URL: `${aws.url}/1/reconciliations`,
    VERIFICATION_EXPIRY_SECONDS: `${14 * 24 * 3600}`,
  })
})
afterAll(async () => {
  await table[Symbol.asyncDispose]()
})
beforeEach(() =>
  aws.answer(({ body }) =>
    'Entries' in body ? storedMessages(body.Entries) : { SecretString: 'a key of the stage' },
  ),
)

let ordered = 0
/** An order of hours ago whose work was opened, unless the stream lost it. */
const open = async (organisationId: number, { isLost = false, ageMs = 3 * hourMs, draw = 1 } = {}) => {
  ordered++
  const id = generateId(nowMs - ageMs + ordered, (draw * (ordered % 97)) / 97)
  const tenant = { organisationId, mode: 'live' } as const
  const at = new Date(nowMs - ageMs).toISOString()
  const verification = addressVerification(
    { street: `${ordered} Reconciled Street` },
    { ...tenant, id, now: at },
  )
  await acceptVerification(verification, nowMs - ageMs)
  const key = { ...tenant, verificationId: id }
  if (!isLost) await openAssignment(key, verification, { taskToken: 'token', at, dueAt: at, isListed: true })
  return key
}
const told = async (organisationId: number) => {
  const key = await open(organisationId)
  await expireVerification(key, nowMs - hourMs)
  await markPublished(key)
}

/** Lives a message and those that follow from it, and answers what the table was asked. */
const reconciled = async (first: Reconciliation) => {
  const from = table.calls.length
  const before = aws.calls.length
  await reconcile(first, nowMs)
  for (let next = before; next < aws.calls.length; next++) {
    const { body } = aws.calls[next]!
    if (!body.QueueUrl?.endsWith('/reconciliations')) continue
    for (const { MessageBody } of body.Entries as MessageEntry[])
      await reconcile(JSON.parse(MessageBody), nowMs)
  }
  const calls = table.calls.slice(from)
  const batches = calls.filter(({ action }) => action === 'BatchGetItem')
  return {
    keysRead: batches.flatMap(({ body }) => JSON.parse(body).RequestItems['table-test'].Keys).length,
    queries: calls.filter(({ action }) => action === 'Query').length,
    started: aws.calls
      .slice(before)
      .filter(({ body }) => body.QueueUrl?.endsWith('/completions'))
      .flatMap(({ body }) =>
        (body.Entries as MessageEntry[]).map(one => JSON.parse(one.MessageBody).verificationId),
      ),
  }
}

it('reads what is open and settled, however much was told', async () => {
  for (let each = 0; each < 30; each++) await told(31)
  const nothing = await reconciled({ organisationId: 31, mode: 'live' })
  expect(nothing).toEqual({ keysRead: 0, queries: 10, started: [] })
  for (let each = 0; each < 12; each++) await open(31)
  for (let each = 0; each < 5; each++) await open(31, { ageMs: 60_000 })
  expect(await reconciled({ organisationId: 31, mode: 'live' })).toEqual({ ...nothing, keysRead: 24 })
})

it('goes on page by page, a message each, and finds on every page what the stream lost', async () => {
  // All in one list, of which a page has a hundred.
  for (let each = 0; each < 250; each++) await open(32, { isLost: each % 50 === 0, draw: 0 })
  using watch = watchCounts()
  const { keysRead, queries, started } = await reconciled({ organisationId: 32, mode: 'live' })
  expect([keysRead, queries]).toEqual([500, 12])
  expect(new Set(started).size).toBe(5)
  const found = watch
    .counted()
    .map(({ mode, ReconciliationMismatches }) => mode === 'live' && Number(ReconciliationMismatches))
  expect(found.reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(5)
})

it('publishes the missing event of a disabled endpoint, and not while it may still be in progress', async () => {
  const of = { organisationId: 35, mode: 'live', id: 7, secrets: [], scopes: [] } as const
  const alertAt = async (id: number, ageMs: number) => {
    const at = new Date(nowMs - ageMs).toISOString()
    const endpoint = buildEndpoint({ url: 'https://acme.example/in' }, { ...of, id, now: at })
    await database.write(alertWrite(buildAlert(endpoint, { at, status: 410 }, 'gone')))
  }
  await alertAt(7, hourMs)
  await alertAt(8, 60_000)
  const before = aws.calls.length
  await reconcile({ organisationId: 35, mode: 'live', list: 'alerts' }, nowMs)
  await reconcile({ organisationId: 35, mode: 'live', list: 'alerts' }, nowMs)
  const sent = aws.calls.slice(before).flatMap(({ body }) => body.Entries as MessageEntry[])
  expect(sent.map(({ MessageBody }) => JSON.parse(MessageBody))).toEqual([
    { kind: 'alert', organisationId: 35, mode: 'live', endpointId: 7, revision: 2 },
  ])
})

it('removes what was noted as open of a record that is gone', async () => {
  const tenant = { organisationId: 33, mode: 'live' } as const
  const { verificationId } = await open(33, { isLost: true })
  await database.write({ delete: verificationKey(tenant, verificationId) })
  expect((await openOf(tenant)).orphans).toHaveLength(1)
  await reconciled(tenant)
  expect(await openOf(tenant)).toMatchObject({ verifications: [], orphans: [] })
})

it('repeats a page alone on which something failed, and lets its message fail if it does so again', async () => {
  const tenant = { organisationId: 34, mode: 'live' } as const
  const { verificationId } = await open(34, { isLost: true })
  const refuse = ({ body }: { body: { QueueUrl: string; Entries: MessageEntry[] } }) =>
    body.QueueUrl?.endsWith('/completions')
      ? storedMessages(body.Entries, () => true)
      : storedMessages(body.Entries)
  aws.answer(refuse)
  const before = aws.calls.length
  using watch = watchCounts()
  await reconcile(tenant, nowMs)
  expect(watch.counted()).toEqual([{ mode: 'live', ReconciliationMismatches: 1 }])
  const sent = aws.calls.slice(before).find(({ body }) => body.QueueUrl?.endsWith('/reconciliations'))!
  const messages = (sent.body.Entries as MessageEntry[]).map(({ MessageBody }) => JSON.parse(MessageBody))
  expect(messages).toEqual([{ ...tenant, list: verificationId % 8, isAgain: true }])
  await expect(reconcile(messages[0], nowMs)).rejects.toThrow('A message was not stored: InternalError')
})
