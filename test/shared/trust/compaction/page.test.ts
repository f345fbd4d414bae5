import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { compact } from '../../../../shared/trust/compaction/compact.ts'
import { findUncompacted } from '../../../../shared/trust/compaction/list-store.ts'
import type { CompactionPage } from '../../../../shared/trust/compaction/queue.ts'
import { closeHours } from '../../../../shared/trust/trail-log/close-hours.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import type { LocalLockedBucket } from '../../../support/locked-bucket.ts'
import { type MessageEntry, openAwsEndpoint, storedMessages } from '../../aws/endpoint.ts'
import { endedAs, planted } from './ends.ts'
import { atTime, dayMs, dueMs, objectsOf, startCompactions, startMs } from './stage.ts'

/* A tenant's lists are read once a day, page by page. */

let bucket: LocalLockedBucket
const keys: VerificationKey[] = []
let sent: { readonly queueUrl: string; readonly page: CompactionPage }[] = []
const logged = vi.spyOn(console, 'info').mockImplementation(() => {})

beforeAll(async () => {
  bucket = await startCompactions()
  const aws = await openAwsEndpoint()
  aws.answer(({ body }) => {
    if (!('Entries' in body)) return { SecretString: 'what keys are wrapped by' }
    for (const { MessageBody } of body.Entries as MessageEntry[])
      sent.push({ queueUrl: body.QueueUrl, page: JSON.parse(MessageBody) })
    return storedMessages(body.Entries)
  })
  process.env.COMPACTIONS_QUEUE_URL = `${aws.url}/1/compactions`
  for (let each = 0; each < 70; each++) keys.push(await endedAs('cancelled', 'address', startMs))
  atTime(startMs + 3 * 3_600_000)
  await closeHours(startMs + 3 * 3_600_000)
})
afterAll(async () => {
  vi.useRealTimers()
  await bucket[Symbol.asyncDispose]()
})

/** Lives a message and all that follow from it. */
const live = async (nowMs: number): Promise<number> => {
  atTime(nowMs)
  const failures: unknown[] = []
  let messages = 0
  const waiting: CompactionPage[] = [{ organisationId: 7, mode: 'live' }]
  for (let page = waiting.shift(); page; page = waiting.shift()) {
    messages += 1
    sent = []
    await compact(page, nowMs).catch(error => failures.push(error))
    waiting.push(...sent.map(one => one.page))
  }
  if (failures.length > 0) throw failures[0]
  return messages
}

const firstMs = dueMs - dayMs

const stored = () => keys.filter(key => objectsOf(bucket, key).length === 1).length

it('looks at nothing before its day, and writes nothing then', async () => {
  expect(await live(firstMs - dayMs)).toBe(1)
  expect(stored()).toBe(0)
})

it('goes on where a page failed, and holds no other up', async () => {
  bucket.refuse(({ method, url }) => method === 'PUT' && url.includes(`/${keys[3]!.verificationId}/`))
  await expect(live(firstMs)).rejects.toThrow('S3 did not do as asked')
  expect(stored()).toBe(69)
  bucket.refuse(() => false)
  expect(await live(firstMs)).toBeGreaterThan(0)
  expect(stored()).toBe(70)
})

it('deletes on the next day, and finds nothing on all others', async () => {
  expect((await findUncompacted(keys)).length).toBe(70)
  await live(dueMs)
  expect(await findUncompacted(keys)).toEqual([])
  logged.mockClear()
  for (const days of [2, 3, 4, 8, 16]) await live(firstMs + days * dayMs)
  expect(logged.mock.calls.flat()).toEqual([])
})

it('says ids alone, in messages and in the log', async () => {
  const said = JSON.stringify([sent, logged.mock.calls])
  for (const value of Object.values(planted)) expect(said).not.toContain(value)
})
