import { beforeAll, describe, expect, it } from 'vitest'
import { rotateDataKey } from '../../../shared/table/data-key-rotation.ts'
import { database } from '../../../shared/table/driver.ts'
import { absent, ConditionFailedError, type Item } from '../../../shared/table/port.ts'
import { keys } from '../../support/keys-of-kinds.ts'
import { lay, lying, startStage } from './stage.ts'

const tenant = { organisationId: 12, mode: 'test' } as const
const order = {
  id: 1,
  outcome: 'accepted',
  customerReference: 'CR-1',
  street: '12 Allen Avenue',
  applicant: { firstname: 'Adaeze', phone: '+2348012345678' },
  initialLatitude: 6.6018,
  initialLongitude: -0.1,
}
const report = { agentComment: 'A blue gate', exteriorPhotos: [], isVague: false }

const recordAt = (id: number) => keys.verificationKey(tenant, id)
const workAt = (id: number) => keys.assignmentKey(tenant, id)
const putOf = (id: number) => ({ ...order, ...recordAt(id), expiresAt: 1 })

/** Everything in an item that a reader of the table can read. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )

beforeAll(startStage)

it('a stage whose first key was not made writes in clear, as before there was any', async () => {
  await database.write({ put: putOf(1) })
  await database.write({ update: workAt(1), set: { status: 'reported', report } })
  expect(await lying(recordAt(1))).toEqual(putOf(1))
  expect(await lying(workAt(1))).toEqual({ ...workAt(1), status: 'reported', report })
})

describe('a stage with a key', () => {
  beforeAll(async () => {
    const before = Date.now()
    await rotateDataKey(before)
    const { clearDataKeyCache: forgetDataKeys } = await import('../../../shared/table/data-key-store.ts')
    forgetDataKeys()
  })

  it('reads what was written before as it is', async () => {
    expect(await database.get(recordAt(1))).toEqual(putOf(1))
    expect(await database.get(workAt(1))).toEqual({ ...workAt(1), status: 'reported', report })
  })

  it('seals what holds something of a person, and answers the same', async () => {
    await database.write({ put: putOf(2), condition: absent })
    const raw = await lying(recordAt(2))
    const { id, outcome, customerReference } = order
    expect(raw).toEqual({
      ...recordAt(2),
      id,
      outcome,
      customerReference,
      expiresAt: 1,
      street: expect.any(Uint8Array),
      applicant: expect.any(Uint8Array),
      initialLatitude: expect.any(Uint8Array),
      initialLongitude: expect.any(Uint8Array),
    })
    expect(textOf(raw)).not.toMatch(/Allen|Adaeze|2348012345678|6\.6018/)
    expect(await database.get(recordAt(2))).toEqual(putOf(2))
    expect(await database.getMany([recordAt(1), recordAt(2)])).toEqual(
      expect.arrayContaining([putOf(1), putOf(2)]),
    )
    const { items } = await database.query({ partition: recordAt(2).pk })
    expect(items).toEqual([putOf(2)])
  })

  it('seals what an update sets, anew each time, beside what lay there in clear', async () => {
    for (const id of [1, 2]) {
      const update = {
        update: recordAt(id),
        set: { outcome: 'verified', report },
        setOnce: { adminComment: 'Seen' },
      }
      expect(await database.update(update)).not.toHaveProperty('report')
      const { report: once } = await lying(recordAt(id))
      await database.write(update)
      const { report: twice, adminComment, ...raw } = await lying(recordAt(id))
      expect([once, twice, adminComment]).toEqual([1, 2, 3].map(() => expect.any(Uint8Array)))
      expect(once).not.toEqual(twice)
      expect(raw.outcome).toBe('verified')
      expect(await database.get(recordAt(id))).toEqual({
        ...putOf(id),
        outcome: 'verified',
        report,
        adminComment: 'Seen',
      })
    }
  })

  it('seals bytes as bytes, and leaves what is nothing as it is', async () => {
    const key = keys.eventKey(tenant, 'evt_1_completed')
    const body = new Uint8Array([1, 2, 3])
    await database.write({ put: { ...key, id: 'evt_1_completed', body } })
    expect((await lying(key)).body).not.toEqual(body)
    expect(await database.get(key)).toEqual({ ...key, id: 'evt_1_completed', body })
    const attempt = keys.attemptKey(tenant, 'evt_1_completed', 1, 1)
    await database.write({ put: { ...attempt, answer: 'Hello Adaeze' } })
    await database.write({ update: attempt, set: { answer: null } })
    expect(await lying(attempt)).toEqual({ ...attempt, answer: null })
  })

  it('writes several in one transaction, each sealed for its own place', async () => {
    await database.transact({
      record: { put: putOf(3) },
      work: { update: workAt(3), set: { status: 'open', findings: { isThere: true } } },
    })
    expect(textOf(await lying(recordAt(3)))).not.toContain('Allen')
    expect(await database.get(recordAt(3))).toEqual(putOf(3))
    expect(await database.get(workAt(3))).toEqual({
      ...workAt(3),
      status: 'open',
      findings: { isThere: true },
    })
  })

  it('shows of what stood in the way what is clear, and all of it to who asked for that', async () => {
    const { street: _street, applicant: _applicant, ...rest } = putOf(3)
    const { initialLatitude: _latitude, initialLongitude: _longitude, ...clear } = rest
    const refusal = (condition: object) =>
      database.write({ put: putOf(3), condition: { ...absent, ...condition } }).catch(error => error)
    const closed: ConditionFailedError = await refusal({})
    expect(closed).toBeInstanceOf(ConditionFailedError)
    expect(closed.items).toEqual({ write: clear })
    const opened: ConditionFailedError = await refusal({ opensItem: () => true })
    expect(opened.items).toEqual({ write: putOf(3) })
  })

  it('reads what is clear without a secret', async () => {
    const [found] = await database.getMany([recordAt(1)], { plainOnly: true })
    expect(Object.keys(found!).sort()).toEqual([
      'customerReference',
      'expiresAt',
      'id',
      'outcome',
      'pk',
      'sk',
    ])
    expect(await database.get(recordAt(2), { plainOnly: true })).toEqual({ ...found, ...recordAt(2) })
  })

  it('refuses to look into what is sealed', async () => {
    const looking = { when: '#report = :report', values: { report } }
    await expect(database.write({ update: recordAt(2), set: {}, condition: looking })).rejects.toThrow(
      new TypeError('A condition looks into report of a verification, which is encrypted'),
    )
    const asking = { when: 'attribute_exists(#report) AND attribute_exists(#pk)' }
    await database.write({ update: recordAt(2), set: { price: 1 }, condition: asking })
  })

  it('seals an attribute of which nobody has said how it lies', async () => {
    await database.write({ put: { ...recordAt(4), id: 4, nickname: 'Ada' } })
    expect((await lying(recordAt(4))).nickname).toEqual(expect.any(Uint8Array))
    expect(await database.get(recordAt(4))).toEqual({ ...recordAt(4), id: 4, nickname: 'Ada' })
  })

  it('adds 33 bytes to what it seals', async () => {
    const { report: sealed } = await lying(recordAt(2))
    expect((sealed as Uint8Array).length).toBe(JSON.stringify(report).length + 33)
  })
})

describe('what was meddled with', () => {
  const fault = expect.objectContaining({
    name: 'Fault',
    message: 'Encrypted attributes of an item (verification) cannot be decrypted',
  })
  const read = (id: number) => database.get(recordAt(id)).catch(error => error)

  it('does not open in another item, of another tenant, or under another name; others still do', async () => {
    const { applicant, report: sealed } = await lying(recordAt(2))
    const other = { organisationId: 13, mode: 'test' } as const
    await lay({ ...recordAt(5), applicant })
    await lay({ ...keys.verificationKey(other, 2), applicant })
    await lay({ ...recordAt(6), adminComment: sealed })
    expect(await read(5)).toEqual(fault)
    expect(await database.get(keys.verificationKey(other, 2)).catch(error => error)).toEqual(fault)
    expect(await read(6)).toEqual(fault)
    expect(await read(2)).toMatchObject(order.applicant && { street: order.street })
  })

  it('does not open with one bit turned, wherever that is behind the mark', async () => {
    const sealed = (await lying(recordAt(2))).applicant as Uint8Array
    for (const offset of [5, 16, 17, 32, 33, sealed.length - 1]) {
      const turned = new Uint8Array(sealed)
      turned[offset]! ^= 1
      await lay({ ...recordAt(7), applicant: turned })
      expect([offset, await read(7)]).toEqual([offset, fault])
    }
  })

  it('does not pass for bytes where its header says that it is JSON', async () => {
    const sealed = new Uint8Array((await lying(recordAt(2))).report as Uint8Array)
    sealed[2] = 2
    await lay({ ...recordAt(2), report: sealed })
    expect(await read(2)).toEqual(fault)
  })

  it('says that a key is missing by its number', async () => {
    const sealed = new Uint8Array((await lying(recordAt(2))).report as Uint8Array)
    sealed[4] = 77
    await lay({ ...recordAt(2), report: sealed })
    expect(await read(2)).toEqual(expect.objectContaining({ message: 'There is no data key 77' }))
  })
})
