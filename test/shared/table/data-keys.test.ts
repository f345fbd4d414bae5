import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataKey } from '../../../shared/table/data-key-kind.ts'
import { dataKeyCacheMs, dataKeyPeriodDays, dataKeyRetentionDays } from '../../../shared/table/data-key.ts'
import {
  createFirstDataKey,
  rotateDataKey,
  rotateDataKeyIfDue,
} from '../../../shared/table/data-key-rotation.ts'
import {
  clearDataKeyCache,
  findDataKeys,
  getDecryptionKey,
  getEncryptionKey,
} from '../../../shared/table/data-key-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { isEncrypted } from '../../../shared/table/encrypted-value.ts'
import { keyLeadMs, nextKeyNumber } from '../../../shared/table/rotating-key-store.ts'
import { kinds } from '../../../shared/subject/kinds.ts'
import { startStage } from './stage.ts'

beforeAll(startStage)
beforeEach(async () => {
  for (const { n } of await findDataKeys()) await database.write({ delete: dataKey(n) })
  clearDataKeyCache()
})

const nowMs = Date.parse('2026-11-22T00:00:00.000Z')
const dayMs = 86_400_000

describe('the first key', () => {
  it('seals from the moment it was made, once, however many make it', async () => {
    expect(await getEncryptionKey(nowMs)).toBeUndefined()
    const made = await Promise.all([1, 2, 3, 4].map(() => createFirstDataKey(nowMs)))
    expect(new Set(made.map(({ n, from }) => `${n} ${from}`))).toEqual(
      new Set(['1 2026-11-22T00:00:00.000Z']),
    )
    expect(await findDataKeys()).toHaveLength(1)
    // A container that found none goes by that for minutes.
    expect(await getEncryptionKey(nowMs + dataKeyCacheMs)).toBeUndefined()
    expect(await getEncryptionKey(nowMs + dataKeyCacheMs + 1)).toMatchObject({ n: 1 })
  })

  it('is known at once to who meets what it sealed', async () => {
    expect(await getEncryptionKey(nowMs)).toBeUndefined()
    await createFirstDataKey(nowMs)
    expect(await getDecryptionKey(1, nowMs + 1)).toMatchObject({ n: 1 })
  })

  it('is not made by time: it is the operator who has a stage seal', async () => {
    expect(await rotateDataKeyIfDue(nowMs)).toBeUndefined()
    expect(await findDataKeys()).toEqual([])
  })

  it('lies there encrypted', async () => {
    await createFirstDataKey(nowMs)
    const [key] = await findDataKeys()
    const { key: open } = (await getEncryptionKey(nowMs))!
    expect(Buffer.from(key!.sealed).includes(open.export())).toBe(false)
    expect([open.symmetricKeySize, key!.sealed.length]).toEqual([32, 60])
  })
})

describe('a rotation', () => {
  beforeEach(() => createFirstDataKey(nowMs))

  it('has the next key seal when every container knows it, and the one before open', async () => {
    const rotation = await rotateDataKey(nowMs)
    expect(rotation).toMatchObject({ next: { n: 2, from: '2026-11-22T00:10:00.000Z' } })
    clearDataKeyCache()
    expect((await getEncryptionKey(nowMs + keyLeadMs - 1))!.n).toBe(1)
    expect((await getEncryptionKey(nowMs + keyLeadMs))!.n).toBe(2)
    expect((await getDecryptionKey(1, nowMs + keyLeadMs)).n).toBe(1)
    expect(keyLeadMs).toBeGreaterThan(dataKeyCacheMs)
  })

  it('is one, asked for again meanwhile or by many at once', async () => {
    const asked = await Promise.all([1, 2, 3, 4].map(() => rotateDataKey(nowMs)))
    expect(asked.filter(one => 'next' in one)).toHaveLength(1)
    expect(await rotateDataKey(nowMs + 1)).toMatchObject({ pending: { n: 2 } })
    expect(await findDataKeys()).toHaveLength(2)
  })

  it('comes by itself when a key has sealed for its period', async () => {
    expect(await rotateDataKeyIfDue(nowMs + dataKeyPeriodDays * dayMs - 1000)).toBeUndefined()
    expect(await rotateDataKeyIfDue(nowMs + dataKeyPeriodDays * dayMs)).toMatchObject({ n: 2 })
    expect(await rotateDataKeyIfDue(nowMs + dataKeyPeriodDays * dayMs + 1)).toBeUndefined()
  })

  it('leaves the key before as long as anything can lie that it sealed', async () => {
    await rotateDataKey(nowMs)
    const [first, second] = await findDataKeys()
    expect(first!.expiresAt).toBe((nowMs + keyLeadMs) / 1000 + dataKeyRetentionDays * 86_400)
    expect(second!.expiresAt).toBeUndefined()
    const sealed = kinds.filter(kind => 'attributes' in kind)
    expect(sealed.length).toBeGreaterThan(10)
    for (const { name, days } of sealed) expect(dataKeyRetentionDays, name).toBeGreaterThanOrEqual(days + 60)
  })
})

it('has no number after the last of two bytes', () => {
  expect(nextKeyNumber({ n: 0xfffe })).toBe(0xffff)
  expect(() => nextKeyNumber({ n: 0xffff })).toThrow('There is no number for another key')
})

it('takes nothing for sealed that is shorter than what sealing adds', () => {
  const shortest = Uint8Array.of(0xa7, 0x5e, 1, 0, 1, ...new Uint8Array(28))
  expect([isEncrypted(shortest), isEncrypted(shortest.subarray(0, -1))]).toEqual([true, false])
})

it('says so where a key is not there (any more)', async () => {
  await expect(getDecryptionKey(9, nowMs)).rejects.toThrow('There is no data key 9')
})
