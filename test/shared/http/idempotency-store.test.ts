import { beforeAll, expect, it } from 'vitest'
import { deleteInProgress, saveInProgress, saveResponse } from '../../../shared/http/idempotency-store.ts'
import { idempotencyKeyKind } from '../../../shared/http/kinds.ts'
import { eraseItems } from '../../../shared/subject/record-items-store.ts'
import { startTable } from '../../support/table.ts'

beforeAll(startTable)

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const keyOf = (keyDigest: string) =>
  ({ organisationId: 1, mode: 'test', clientId: 'client', keyDigest }) as const
const request = (id: number, laterMs = 0) => ({ bodyDigest: 'body', id, nowMs: nowMs + laterMs })
const answer = { status: 201, headers: { location: '/x' }, body: '{}' }

it('gives one of many holds at once the work, and tells the others to wait', async () => {
  const holds = await Promise.all(
    Array.from({ length: 20 }, (_, id) => saveInProgress(keyOf('many'), request(id))),
  )
  expect(holds.filter(({ kind }) => kind === 'first')).toHaveLength(1)
  expect(holds.filter(({ kind }) => kind === 'in-flight')).toHaveLength(19)
})

it('knows a key of one client, in one mode of one organisation', async () => {
  const key = keyOf('of-one')
  const others = [
    { ...key, clientId: 'other' },
    { ...key, organisationId: 2 },
    { ...key, mode: 'live' as const },
  ]
  for (const [id, each] of [key, ...others].entries()) {
    expect(await saveInProgress(each, request(id))).toEqual({ kind: 'first', id })
    await saveResponse(each, answer)
  }
})

it('gives the answer again for a day, and then forgets it', async () => {
  const key = keyOf('answered')
  await saveInProgress(key, request(1))
  await saveResponse(key, answer)
  expect(await saveInProgress(key, request(2, 86_000_000))).toEqual({ kind: 'answered', answer })
  expect(await saveInProgress(key, request(3, 87_000_000))).toEqual({ kind: 'first', id: 3 })
})

it('lets one request take over from one that died, under the same id', async () => {
  const key = keyOf('dead')
  await saveInProgress(key, request(1))
  expect(await saveInProgress(key, request(2, 30_000))).toEqual({ kind: 'in-flight' })
  const takeovers = await Promise.all([
    saveInProgress(key, request(3, 40_000)),
    saveInProgress(key, request(4, 40_000)),
  ])
  expect(takeovers).toContainEqual({ kind: 'takeover', id: 1 })
  expect(takeovers).toContainEqual({ kind: 'in-flight' })
})

it('knows another body, and forgets a refused request', async () => {
  const key = keyOf('refused')
  await saveInProgress(key, request(1))
  expect(await saveInProgress(key, { ...request(2), bodyDigest: 'other' })).toEqual({ kind: 'other-body' })
  await deleteInProgress(key)
  expect(await saveInProgress(key, request(3))).toEqual({ kind: 'first', id: 3 })
})

it('forgets every answer that shows a record, of whatever client, and no other', async () => {
  const shown = (id: number) => ({ ...answer, body: JSON.stringify({ id, name: 'Ada' }) })
  const keys = [keyOf('one'), { ...keyOf('two'), clientId: 'other' }]
  const apart = [keyOf('three'), { ...keyOf('four'), organisationId: 2 }, keyOf('five')]
  const answers = [shown(7), shown(7), shown(8), shown(7), { ...answer, body: '' }]
  for (const [index, key] of [...keys, ...apart].entries()) {
    await saveInProgress(key, request(index))
    await saveResponse(key, answers[index])
  }
  const tenant = { organisationId: 1, mode: 'test' } as const
  expect(await eraseItems(idempotencyKeyKind, { ...tenant, verificationId: 7 }, true)).toBe(2)
  expect(await eraseItems(idempotencyKeyKind, { ...tenant, verificationId: 7 }, false)).toBe(2)
  expect(await eraseItems(idempotencyKeyKind, { ...tenant, verificationId: 7 }, false)).toBe(0)
  for (const key of keys) expect(await saveInProgress(key, request(9))).toEqual({ kind: 'first', id: 9 })
  for (const key of apart) expect(await saveInProgress(key, request(9))).toMatchObject({ kind: 'answered' })
})
