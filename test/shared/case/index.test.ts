import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectsOf } from '../../../shared/outbox/effect.ts'
import { performEffects } from '../../../shared/outbox/perform.ts'
import { database } from '../../../shared/table/driver.ts'
import { generateId } from '../../../shared/table/id.ts'
import type { Key, QueryPage } from '../../../shared/table/port.ts'
import { caseKey, casesQuery, parseCase } from '../../../shared/case/index-kind.ts'
import {
  caseKeysOf,
  type CaseQuery,
  deleteCaseKeys,
  digestName,
  digestReference,
  findCases,
  saveCases,
} from '../../../shared/case/index-store.ts'
import { digestPhone } from '../../../shared/verification/digest-phone.ts'
import { eraseVerification, findStored } from '../../../shared/verification/person-store.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { transitionVerification } from '../../../shared/verification/transition-store.ts'
import { type Verification, verificationKeyOf } from '../../../shared/verification/verification.ts'
import { applicant } from '../../support/orders.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { isNightly } from '../../support/tier.ts'
import { addressVerification } from '../../support/verifications.ts'
import { type AwsEndpoint, openAwsEndpoint } from '../aws/endpoint.ts'

/* The index by which staff find a verification, beside as many other entries as a busy service has. */

const now = '2026-11-20T12:00:00.000Z'
const nowMs = Date.parse(now)
const others = isNightly ? 30_000 : 2000

let table: RecordedTable
let aws: AwsEndpoint

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  table = await startRecordedTable()
  aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'a key of the stage' }))
  Object.assign(process.env, { ID_NUMBER_SECRET: 'id-number-key', DATA_KEY_SECRET: 'wrapping-key' })
})
afterAll(() => table[Symbol.asyncDispose]())
beforeEach(() => {
  table.calls.length = 0
})

const person = { ...applicant, firstname: 'Àmara', lastname: 'Okafor-Bello', phone: '0803 555 0199' }
const mode = 'live'

const order = (msAgo: number, changes: object = {}, organisationId = 7): Verification =>
  addressVerification(
    { applicant: person, customerReference: 'case 4711', ...changes },
    { id: generateId(nowMs - msAgo, 0.5), organisationId, mode, now },
  )

const save = (before: Verification | undefined, after: Verification): Promise<void> =>
  saveCases([{ kind: 'case', before, after }])

const accepted = async (verification: Verification): Promise<Verification> => {
  expect((await acceptVerification(verification, nowMs)).kind).toBe('accepted')
  await save(undefined, verification)
  return verification
}

const decided = (
  verification: Verification,
  outcome: Verification['outcome'] = 'verified',
): Verification => ({
  ...verification,
  outcome,
  updatedAt: '2026-11-21T09:00:00.000Z',
  decidedBy: 'reviewer-7',
})

/** By each of the fields, as the route asks. */
const queriesFor = async (verification: Verification): Promise<readonly CaseQuery[]> => [
  { field: 'id', id: verification.id },
  { field: 'reference', value: await digestReference('case 4711') },
  { field: 'name', value: await digestName('okafor bello  AMARA') },
  { field: 'phone', value: await digestPhone('+234 803-555-0199') },
  { field: 'lga', value: `${'lgaId' in verification && verification.lgaId}` },
  { field: 'agent', value: 'agent-7' },
  { field: 'reviewer', value: 'reviewer-7' },
  { field: 'outcome', value: 'verified' },
  { field: 'time' },
]

const find = (query: CaseQuery, range: object = {}) => findCases(mode, query, { limit: 20, ...range }, nowMs)
const idsOf = async (query: CaseQuery, range: object = {}) =>
  (await find(query, range)).verifications.map(({ id }) => id)

/** Of the verifications under this outcome, whatever their records say. A page of the table has 1 MB. */
const entriesOf = async (outcome: Verification['outcome']) => {
  const found: number[] = []
  let page: QueryPage<Key> | undefined
  do {
    const after = page?.after
    page = await database.query<Key>({ ...casesQuery(mode, 'outcome', outcome), ...(after && { after }) })
    found.push(...page.items.map(item => parseCase(mode, item).verificationId))
  } while (page.after)
  return found
}

/** Entries of other verifications under the same values, before and after, in one batch of 25 after the other. */
const fillIndex = async (queries: readonly CaseQuery[]) => {
  const client = new DynamoDBClient({})
  const values = queries.flatMap(query => (query.field === 'id' || query.field === 'time' ? [] : [query]))
  const keyOf = (n: number) => {
    const verificationId = generateId(nowMs - 86_400_000 * 100 + n * 60_000, 0.25)
    const at = new Date(nowMs - 86_400_000 * 100 + n * 60_000).toISOString()
    const of = { organisationId: (n % 9) + 1, mode, verificationId } as const
    const query = values[n % (values.length + 1)]
    return query ? caseKey(of, query.field, query.value, at) : caseKey(of, 'time', 'all', at)
  }
  for (let start = 0; start < others; start += 25) {
    const requests = Array.from({ length: Math.min(25, others - start) }, (_, n) => ({
      PutRequest: { Item: marshall({ ...keyOf(start + n), expiresAt: nowMs / 1000 + 86_400 }) },
    }))
    const { UnprocessedItems } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { 'table-test': requests } }),
    )
    expect(Object.keys(UnprocessedItems ?? {})).toEqual([])
  }
  client.destroy()
}

describe(`among ${others} entries`, () => {
  it('finds a decided case by every field with two calls of the table', { timeout: 600_000 }, async () => {
    const verification = await accepted(order(0))
    const end = decided(verification)

    await transitionVerification(verificationKeyOf(verification), 'decide', {
      to: 'verified',
      at: end.updatedAt,
      by: 'reviewer-7',
      set: { decidedBy: 'reviewer-7' },
    })
    await save(verification, end)
    const work = {
      organisationId: 7,
      mode,
      verificationId: verification.id,
      agent: 'agent-7',
    } as const
    const reported = { ...work, reportedAt: '2026-11-21T08:00:00.000Z' }
    const ofReport = effectsOf({ kind: 'assignment', before: work, after: reported } as never)
    for (const result of await performEffects([ofReport.filter(({ kind }) => kind === 'agent-case')]))
      expect(result.status).toBe('fulfilled')
    const queries = await queriesFor(verification)
    await fillIndex(queries)
    for (const query of queries) {
      table.calls.length = 0
      const from = query.field === 'id' ? {} : { from: '2026-11-20T00:00:00.000Z' }
      expect([query.field, await idsOf(query, from)]).toEqual([query.field, [verification.id]])
      expect(table.calls.map(({ action }) => action)).toEqual(['Query', 'BatchGetItem'])
    }
  })
})

it('names nobody in a key: names, numbers and references are keyed digests', async () => {
  const keys = JSON.stringify(await caseKeysOf(order(1)))
  for (const personal of ['mara', 'Okafor', 'Bello', '5550199', '4711']) expect(keys).not.toContain(personal)
})

it('writes five entries at the order, one at the report and two at the end, those of a batch in a call of 25', async () => {
  const verification = order(2)
  const work = { ...verificationKeyOf(verification), agent: 'agent-7' }
  const after = { ...work, reportedAt: now }
  const writes = async (...changes: Parameters<typeof saveCases>[0]) => {
    table.calls.length = 0
    await saveCases(changes)
    return table.calls.map(({ action, body }) => [action, body.split(/"(?:Put|Delete)Request"/).length - 1])
  }
  const ordered = { kind: 'case', before: undefined, after: verification } as const
  expect(await writes(ordered)).toEqual([['BatchWriteItem', 5]])
  expect(await writes({ kind: 'agent-case', before: work, after })).toEqual([['BatchWriteItem', 1]])
  const ended = { kind: 'case', before: verification, after: decided(verification) } as const
  expect(await writes(ended)).toEqual([['BatchWriteItem', 2]])
  const others = [3, 4, 5, 6, 7].map(ago => ({ ...ordered, after: order(ago) }))
  expect(await writes(...others, ended)).toEqual([
    ['BatchWriteItem', 25],
    ['BatchWriteItem', 2],
  ])
  expect(effectsOf({ kind: 'verification', before: verification, after: verification }).length).toBe(0)
})

it('moves the entry of an outcome when a dispute changes it', async () => {
  const verification = await accepted(order(3, { street: '3 Disputed Street' }))
  const first = decided(verification, 'noAccess')
  const second = { ...decided(verification, 'invalidAddress'), updatedAt: '2026-11-25T09:00:00.000Z' }
  await save(verification, first)
  expect(await entriesOf('noAccess')).toEqual([verification.id])
  await save(first, second)
  expect(await entriesOf('noAccess')).toEqual([])
  expect(await entriesOf('invalidAddress')).toEqual([verification.id])
})

it('leaves of several changes in one batch what the last says', async () => {
  const verification = await accepted(order(5, { street: '5 Disputed Street' }))
  const first = decided(verification, 'notInResidence')
  const second = { ...decided(verification, 'verified'), updatedAt: '2026-11-25T09:00:00.000Z' }
  await saveCases([
    { kind: 'case', before: verification, after: first },
    { kind: 'case', before: first, after: second },
  ])
  expect(await entriesOf('notInResidence')).toEqual([])
  expect(await entriesOf('verified')).toContain(verification.id)
})

it('pages without a gap and without a repeat, newest first', async () => {
  const name = { firstname: 'Page', lastname: 'Turner' }
  const ids: number[] = []
  for (let n = 0; n < 5; n++) {
    const street = `${n} Page Street`
    const one = order(1000 - n, { applicant: { ...person, ...name }, street }, 8)
    ids.unshift((await accepted(one)).id)
  }
  const query = { field: 'name', value: await digestName('Turner Page') } as const
  const seen: number[][] = []
  let after: string | undefined
  do {
    const page = await find(query, { limit: 2, after })
    seen.push(page.verifications.map(({ id }) => id))
    after = page.after
  } while (after !== undefined)
  expect(seen.flat()).toEqual(ids)
  expect(seen.map(({ length }) => length)).toEqual([2, 2, 1])
})

it('finds nothing of an erased verification, whatever the stream still brings', async () => {
  const applicantOf = { ...person, firstname: 'Erased', lastname: 'Person' }
  const verification = await accepted(order(4, { applicant: applicantOf, street: '1 Gone Street' }, 9))
  const query = { field: 'name', value: await digestName('Erased Person') } as const
  expect(await idsOf(query)).toEqual([verification.id])
  const stored = (await findStored({ organisationId: 9, mode }, verification.id))!
  await deleteCaseKeys(await caseKeysOf(stored))
  expect(await eraseVerification(stored, now)).toBe(true)
  table.calls.length = 0
  expect(await idsOf(query)).toEqual([])
  // There is no entry that could be read.
  expect(table.calls.map(({ action }) => action)).toEqual(['Query'])
  // The stream is late with the order, and then brings the tombstone.
  await save(undefined, verification)
  const tombstone = (await findStored({ organisationId: 9, mode }, verification.id))!
  await save(verification, tombstone)
  table.calls.length = 0
  expect(await idsOf(query)).toEqual([])
  expect(table.calls.map(({ action }) => action)).toEqual(['Query'])
})

it('shows a case once, and by what its record says, whatever entry a write that hung has left', async () => {
  const verification = await accepted(order(5000, { street: '9 Late Street' }))
  const end = decided(verification, 'noAccess')
  await transitionVerification(verificationKeyOf(verification), 'decide', {
    to: 'noAccess',
    at: end.updatedAt,
    by: 'reviewer-9',
    set: { decidedBy: 'reviewer-9' },
  })
  await save(verification, { ...end, decidedBy: 'reviewer-9' })
  const before = { ...verificationKeyOf(verification), agent: 'agent-9' }
  for (const reportedAt of ['2026-11-21T08:00:00.000Z', '2026-11-21T08:30:00.000Z'])
    await saveCases([{ kind: 'agent-case', before, after: { ...before, reportedAt } }])
  await save(verification, { ...decided(verification, 'notInResidence'), decidedBy: 'reviewer-8' })
  const found = (field: 'agent' | 'reviewer' | 'outcome', value: string) =>
    idsOf({ field, value } as CaseQuery)
  expect(await found('agent', 'agent-9')).toEqual([verification.id])
  expect(await found('reviewer', 'reviewer-9')).toEqual([verification.id])
  expect(await found('reviewer', 'reviewer-8')).toEqual([])
  expect(await found('outcome', 'noAccess')).toEqual([verification.id])
  expect(await found('outcome', 'notInResidence')).toEqual([])
})
