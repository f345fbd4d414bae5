import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keptDays, keptMs, noticeMs, periodDays } from '../../../shared/table/data-key.ts'
import { makeFirstKey, rotateDataKey, rotateWhenDue } from '../../../shared/table/data-key-rotation.ts'
import { findDataKeys } from '../../../shared/table/data-key-store.ts'
import { forgetDataKeys, openingKey, sealingKey } from '../../../shared/table/data-keys.ts'
import { database } from '../../../shared/table/driver.ts'
import { dataKey } from '../../../shared/table/keys.ts'
import { retentionDays } from '../../../shared/table/retention.ts'
import { sealedKinds } from '../../../shared/table/sealed-kinds.ts'
import { startStage } from './stage.ts'

let stage: AsyncDisposable
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const { n } of await findDataKeys()) await database.write({ delete: dataKey(n) })
  forgetDataKeys()
})

const nowMs = Date.parse('2026-11-22T00:00:00.000Z')
const dayMs = 86_400_000

describe('the first key', () => {
  it('seals from the moment it was made, once, however many make it', async () => {
    expect(await sealingKey(nowMs)).toBeUndefined()
    const made = await Promise.all([1, 2, 3, 4].map(() => makeFirstKey(nowMs)))
    expect(new Set(made.map(({ n, from }) => `${n} ${from}`))).toEqual(
      new Set(['1 2026-11-22T00:00:00.000Z']),
    )
    expect(await findDataKeys()).toHaveLength(1)
    // A container that found none goes by that for minutes.
    expect(await sealingKey(nowMs + keptMs)).toBeUndefined()
    expect(await sealingKey(nowMs + keptMs + 1)).toMatchObject({ n: 1 })
  })

  it('is known at once to who meets what it sealed', async () => {
    expect(await sealingKey(nowMs)).toBeUndefined()
    await makeFirstKey(nowMs)
    expect(await openingKey(1, nowMs + 1)).toMatchObject({ n: 1 })
  })

  it('is not made by time: it is the operator who has a stage seal', async () => {
    expect(await rotateWhenDue(nowMs)).toBeUndefined()
    expect(await findDataKeys()).toEqual([])
  })

  it('lies there wrapped', async () => {
    await makeFirstKey(nowMs)
    const [key] = await findDataKeys()
    const { key: open } = (await sealingKey(nowMs))!
    expect(Buffer.from(key!.wrapped).includes(open)).toBe(false)
    expect([open.length, key!.wrapped.length]).toEqual([32, 60])
  })
})

describe('a rotation', () => {
  beforeEach(() => makeFirstKey(nowMs))

  it('has the next key seal when every container knows it, and the one before open', async () => {
    const rotation = await rotateDataKey(nowMs)
    expect(rotation).toMatchObject({ next: { n: 2, from: '2026-11-22T00:10:00.000Z' } })
    forgetDataKeys()
    expect((await sealingKey(nowMs + noticeMs - 1))!.n).toBe(1)
    expect((await sealingKey(nowMs + noticeMs))!.n).toBe(2)
    expect((await openingKey(1, nowMs + noticeMs)).n).toBe(1)
    expect(noticeMs).toBeGreaterThan(keptMs)
  })

  it('is one, asked for again meanwhile or by many at once', async () => {
    const asked = await Promise.all([1, 2, 3, 4].map(() => rotateDataKey(nowMs)))
    expect(asked.filter(one => 'next' in one)).toHaveLength(1)
    expect(await rotateDataKey(nowMs + 1)).toMatchObject({ pending: { n: 2 } })
    expect(await findDataKeys()).toHaveLength(2)
  })

  it('comes by itself when a key has sealed for its period', async () => {
    expect(await rotateWhenDue(nowMs + periodDays * dayMs - 1000)).toBeUndefined()
    expect(await rotateWhenDue(nowMs + periodDays * dayMs)).toMatchObject({ n: 2 })
    expect(await rotateWhenDue(nowMs + periodDays * dayMs + 1)).toBeUndefined()
  })

  it('leaves the key before as long as anything can lie that it sealed', async () => {
    await rotateDataKey(nowMs)
    const [first, second] = await findDataKeys()
    expect(first!.expiresAt).toBe((nowMs + noticeMs) / 1000 + keptDays * 86_400)
    expect(second!.expiresAt).toBeUndefined()
    const retained = [
      'verification',
      'assignment',
      'revision',
      'dispute',
      'photo',
      'link',
      'contactAttempt',
      'event',
      'attempt',
    ] as const
    for (const kind of retained) expect(keptDays).toBeGreaterThanOrEqual(retentionDays[kind] + 60)
    expect(Object.keys(sealedKinds).sort()).toEqual(
      ['assignment', 'attempt', 'contact', 'document', 'event', 'idempotency', 'lastPlace', 'link']
        .concat('lookup', 'photo', 'revision', 'verification')
        .sort(),
    )
  })
})

it('says so where a key is not there (any more)', async () => {
  await expect(openingKey(9, nowMs)).rejects.toThrow('There is no data key 9')
})
