import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expireVerification } from '../../../shared/work/assignment/deadline.ts'
import { decideVerification } from '../../../shared/work/assignment/end-verification.ts'
import { concludeLate, insertLate, listLate } from '../../../shared/identity/late/store.ts'
import type { ConcludedLookup } from '../../../shared/identity/lookup.ts'
import { findLookup, insertLookup, saveVerdict } from '../../../shared/identity/store.ts'
import { readCharges } from '../../../shared/ledger/charges.ts'
import { spendKey } from '../../../shared/ledger/kinds.ts'
import type { LedgerLine } from '../../../shared/ledger/line.ts'
import { chargeWrites } from '../../../shared/ledger/line-store.ts'
import { forEachLedgerLine, listLedgerLines } from '../../../shared/ledger/read-store.ts'
import { recountSpend } from '../../../shared/ledger/recount.ts'
import { toCappedReservation } from '../../../shared/ledger/spend-cap.ts'
import { findSpend, reservationWrites, settleReservation } from '../../../shared/ledger/spend-store.ts'
import { countCharges } from '../../../shared/ledger/sum-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { minIdAt } from '../../../shared/table/id.ts'
import { ConditionFailedError, present } from '../../../shared/table/port.ts'
import type { Tenant } from '../../../shared/table/tenant.ts'
import { acceptOrder } from '../../../shared/verification/place-order.ts'
import { findVerification } from '../../../shared/verification/store.ts'
import { type Verification, verificationKeyOf } from '../../../shared/verification/verification.ts'
import { openMeter } from '../../bench/dynamodb-units.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { addressVerification, cancel, drawIds, liveTenant } from '../../support/verifications.ts'

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
  process.env.PRICES = JSON.stringify({ address: 2500, nin: 150, free: 0 })
  process.env.STAGE = 'local'
})
afterAll(() => table[Symbol.asyncDispose]())

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const month = '2026-11'
const draw = drawIds(nowMs)
const of = liveTenant

const linesOf = async (tenant: Tenant): Promise<readonly LedgerLine[]> => {
  const found: LedgerLine[] = []
  await forEachLedgerLine(tenant, month, lines => found.push(...lines))
  return found
}

const order = (tenant: Tenant, { spendCap, street }: { spendCap?: number; street?: string } = {}) => {
  const by = { clientId: 'a-client', ...(spendCap !== undefined && { spendCap }) }
  const capped = toCappedReservation(by, 'address', nowMs)
  const id = draw()
  const context = { ...tenant, now, clientId: 'a-client', ...(capped && { reservation: capped.reservation }) }
  const body = { street: street ?? `${id} Ledger Street` }
  return acceptOrder({
    at: at => addressVerification(body, { ...context, id: at }),
    id,
    nowMs,
    isRepeat: false,
    isRevisit: false,
    spendCap: capped?.spendCap,
  })
}
const accepted = async (tenant: Tenant, more = {}): Promise<Verification> =>
  (await order(tenant, more)).verification

const decideAs = (verification: Verification, by: string) => {
  const decision = { outcome: 'verified', decidedAt: now, decidedBy: by } as const
  return decideVerification(verification, { decision, report: { submittedAt: now } as never })
}

const asked = (tenant: Tenant, id = draw()): ConcludedLookup => ({
  ...tenant,
  id,
  product: 'nin',
  idNumberDigest: `digest-${id}`,
  idNumberLast4: '6213',
  requestedAt: now,
  price: 150,
  completedAt: now,
  clientId: 'a-client',
  verdict: { matchStatus: 'PARTIAL_MATCH' } as never,
})

describe('a decision', () => {
  it('is in the ledger with its charge, its reason, its price list and its customer', async () => {
    const verification = await accepted(of(1))
    expect(await decideAs(verification, 'reviewer-1')).toBe(true)
    expect(await linesOf(of(1))).toEqual([
      {
        ...of(1),
        verificationId: verification.id,
        product: 'address',
        rule: 'decided',
        end: 'verified',
        amount: 2500,
        currency: 'NGN',
        priceList: '7ea8963cdf17',
        clientId: 'a-client',
        chargedAt: now,
      },
    ])
    expect(await linesOf(of(2))).toEqual([])
    expect(await linesOf({ organisationId: 1, mode: 'test' })).toEqual([])
  })

  it('is charged once, however many decide, and cancel or give up at the same moment', async () => {
    const tenant = of(3)
    for (let round = 0; round < 5; round++) {
      const verification = await accepted(tenant)
      const key = verificationKeyOf(verification)
      await Promise.all([
        ...['one', 'two', 'three', 'four'].map(by => decideAs(verification, by)),
        cancel(key, now),
        expireVerification(key, nowMs),
      ])
      const { price } = (await findVerification(tenant, verification.id, nowMs))!
      const own = (await linesOf(tenant)).filter(({ verificationId }) => verificationId === verification.id)
      expect(own.map(({ amount }) => amount)).toEqual(price === 0 ? [] : [price])
    }
  })

  it('whose answer is lost is made and charged once', async () => {
    const verification = await accepted(of(4))
    table.loseNextAnswer()
    expect(await decideAs(verification, 'reviewer-1')).toBe(true)
    expect(await linesOf(of(4))).toHaveLength(1)
  })

  it('that cannot stand in the ledger is not made: neither is written without the other', async () => {
    const verification = await accepted(of(5))
    const line = { product: 'address', rule: 'decided', end: 'noAccess', amount: 1, chargedAt: now } as const
    const { clientId } = verification
    await database.write(chargeWrites({ ...verificationKeyOf(verification), ...line, clientId })[0]!)
    expect(await decideAs(verification, 'reviewer-1')).toBe(false)
    expect(await findVerification(of(5), verification.id, nowMs)).toMatchObject({
      outcome: 'accepted',
      price: 0,
    })
  })

  it('leaves no line when it was cancelled, or nobody decided', async () => {
    const [cancelled, expired] = [await accepted(of(6)), await accepted(of(6))]
    await cancel(verificationKeyOf(cancelled), now)
    await expireVerification(verificationKeyOf(expired), nowMs)
    expect(await linesOf(of(6))).toEqual([])
  })
})

describe('a line of the ledger', () => {
  it('never takes the place of another', async () => {
    const by = { ...of(7), clientId: 'a-client' }
    const charge = { ...by, verificationId: draw(), product: 'nin', rule: 'answered' } as const
    const [put] = chargeWrites({ ...charge, end: 'EXACT_MATCH', amount: 150, chargedAt: now })
    await database.write(put!)
    await expect(database.write(put!)).rejects.toThrow(ConditionFailedError)
  })

  it('is listed by time, over every part and page, and within a day', async () => {
    const at = (minute: number) => new Date(nowMs + minute * 60_000).toISOString()
    for (let minute = 0; minute < 9; minute++) {
      const by = { ...of(8), clientId: 'a-client' }
      const charge = { ...by, verificationId: draw(), product: 'nin', rule: 'answered' } as const
      await database.write(
        chargeWrites({ ...charge, end: 'EXACT_MATCH', amount: 150, chargedAt: at(minute) })[0]!,
      )
    }
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await listLedgerLines(of(8), { month }, { limit: 2, after })
      expect(page.items.length).toBeLessThanOrEqual(2)
      found.push(...page.items.map(({ chargedAt }) => chargedAt))
      after = page.after
    } while (after !== undefined)
    expect(found).toEqual([...Array(9).keys()].map(at))
    const within = await listLedgerLines(of(8), { month, from: at(3), to: at(5) }, { limit: 100 })
    expect(within.items.map(({ chargedAt }) => chargedAt)).toEqual([at(3), at(4)])
  })
})

describe('a look-up', () => {
  it('is kept and charged in one write, once, whatever becomes of the answer', async () => {
    const lookup = asked(of(10))
    table.loseNextAnswer()
    expect(await insertLookup(lookup)).toBe(true)
    expect(await insertLookup({ ...lookup, idNumberDigest: 'another' })).toBe(false)
    expect(await linesOf(of(10))).toEqual([
      {
        ...of(10),
        verificationId: lookup.id,
        product: 'nin',
        rule: 'answered',
        end: 'PARTIAL_MATCH',
        amount: 150,
        currency: 'NGN',
        priceList: '7ea8963cdf17',
        clientId: 'a-client',
        chargedAt: now,
      },
    ])
  })

  it('that ended without a verdict is charged once when repeats bring one', async () => {
    const { verdict: _, ...failed } = asked(of(11))
    const key = { ...of(11), verificationId: failed.id, clientId: failed.clientId }
    const late = { ...key, product: 'nin', attempt: 2, notBeforeMs: nowMs } as const
    const { completedAt: __, ...waiting } = { ...failed, price: 0 }
    const sealed = new Uint8Array([1])
    await insertLate(waiting, { ...late, giveUpAtMs: nowMs, sealed })
    const kept = { failure: 'registry_unavailable', price: 0 } as const
    await concludeLate(late, { kept, completedAt: now, sealed })
    expect(await linesOf(of(11))).toEqual([])
    const at = (second: number) => ({
      ...asked(of(11), failed.id),
      completedAt: new Date(nowMs + second).toISOString(),
    })
    const charged = await Promise.all([1, 2, 3].map(second => saveVerdict(at(second))))
    expect(charged.filter(Boolean)).toHaveLength(1)
    expect((await linesOf(of(11))).map(({ chargedAt }) => chargedAt)).toEqual([
      (await findLookup(of(11), failed.id, nowMs))!.completedAt,
    ])
  })

  it('that is answered late is charged with its end, by a rule of its own', async () => {
    const { verdict, completedAt: _, ...open } = asked(of(12))
    const late = { ...of(12), verificationId: open.id, product: 'nin', clientId: 'a-client' } as const
    const sealed = new Uint8Array([1])
    const waits = { attempt: 2, notBeforeMs: nowMs, giveUpAtMs: nowMs, sealed }
    await insertLate({ ...open, price: 0 }, { ...late, ...waits })
    const end = { kept: { verdict, price: 150 }, completedAt: now, sealed }
    expect((await Promise.all([1, 2, 3].map(() => concludeLate(late, end)))).filter(Boolean)).toHaveLength(1)
    expect((await linesOf(of(12))).map(({ rule, end }) => [rule, end])).toEqual([
      ['answeredLate', 'PARTIAL_MATCH'],
    ])
  })
})

it('is read by product and month, as far as the reader may, with the cap of a client that has one', async () => {
  for (const product of ['nin', 'passport'] as const) await insertLookup({ ...asked(of(15)), product })
  const caller = { ...of(15), clientId: 'b', scopes: [] }
  const isOwn = ({ product }: Pick<LedgerLine, 'product'>) => product === 'nin'
  await countCharges(await linesOf(of(15)), nowMs)
  const data = [{ product: 'nin', count: 1, amount: 150 }]
  const whole = { month, currency: 'NGN', data, total: 150, asOf: now }
  expect(await readCharges(caller, { month: undefined, nowMs }, isOwn)).toEqual({ ...whole, spendCap: null })
  const empty = { data: [], total: 0, asOf: null, spendCap: { amount: 9, used: 0, spent: 0 } }
  const before = await readCharges({ ...caller, spendCap: 9 }, { month: '2026-10', nowMs }, isOwn)
  expect(before).toEqual({ ...whole, ...empty, month: '2026-10' })
})

describe('a spend cap', () => {
  const spend = (tenant: Tenant) => findSpend(tenant, 'a-client', month)
  const settleAll = (verification: Verification) =>
    settleReservation(verificationKeyOf(verification), verification.reservation!, verification.price, now)

  it('is never exceeded, and used up, by a hundred orders at once', async () => {
    const orders = await Promise.allSettled(
      [...Array(100)].map(() => order(of(20), { spendCap: 7 * 2500 + 1 })),
    )
    const reasons = orders.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect([orders.length - reasons.length, new Set(reasons)]).toEqual([7, new Set(['spend_cap_reached'])])
    expect(await spend(of(20))).toMatchObject({ used: 7 * 2500, spent: 0 })
  })

  it('leaves nothing behind of an order that it refuses', async () => {
    await expect(order(of(21), { spendCap: 2499, street: '1 Refused Street' })).rejects.toMatchObject({
      code: 'spend_cap_reached',
    })
    expect(await spend(of(21))).toEqual({ used: 0, spent: 0, revision: 0 })
    const [next, after] = [draw(), draw()]
    expect(await findVerification(of(21), next - (after - next), nowMs)).toBeUndefined()
    const { isDuplicate } = await order(of(21), { spendCap: 2500, street: '1 Refused Street' })
    expect(isDuplicate).toBe(false)
  })

  it('is nothing to an order that repeats an earlier one: it costs nothing', async () => {
    const { verification } = await order(of(22), { spendCap: 2500, street: '2 Repeated Street' })
    const again = await order(of(22), { spendCap: 2500, street: '2 Repeated Street' })
    expect(again).toMatchObject({ isDuplicate: true, verification: { id: verification.id } })
    expect(await spend(of(22))).toMatchObject({ used: 2500 })
  })

  it('gets its reserved price back, or spends it, once, however often an end is published', async () => {
    const [charged, cancelled] = [
      await accepted(of(23), { spendCap: 10_000 }),
      await accepted(of(23), { spendCap: 10_000 }),
    ]
    expect(await spend(of(23))).toMatchObject({ used: 5000, spent: 0 })
    await decideAs(charged, 'reviewer-1')
    const decided = (await findVerification(of(23), charged.id, nowMs))!
    const settled = await Promise.all([1, 2, 3].map(() => settleAll(decided)))
    expect(settled.filter(Boolean)).toHaveLength(1)
    expect(await spend(of(23))).toMatchObject({ used: 5000, spent: 2500 })
    expect(await Promise.all([1, 2].map(() => settleAll(cancelled)))).toContain(false)
    expect(await spend(of(23))).toMatchObject({ used: 2500, spent: 2500 })
  })

  it('that is lowered below what is used refuses everything until it is raised again', async () => {
    await accepted(of(24), { spendCap: 5000 })
    for (const spendCap of [2000, 0])
      await expect(order(of(24), { spendCap })).rejects.toMatchObject({ code: 'spend_cap_reached' })
    await accepted(of(24), { spendCap: 5000 })
    expect(await spend(of(24))).toMatchObject({ used: 5000 })
  })

  it('counts what a client was charged while it had none, and not twice what is still reserved', async () => {
    const tenant = of(25)
    await decideAs(await accepted(tenant), 'reviewer-1')
    const unsettled = await accepted(tenant, { spendCap: 100_000 })
    await decideAs(unsettled, 'reviewer-1')
    await accepted(tenant, { spendCap: 100_000 })
    expect(await spend(tenant)).toMatchObject({ used: 5000, spent: 0 })
    const whose = { clientId: 'a-client', month }
    expect(await recountSpend(tenant, whose)).toMatchObject({ used: 7500, spent: 2500 })
    await settleAll((await findVerification(tenant, unsettled.id, nowMs))!)
    expect(await spend(tenant)).toMatchObject({ used: 7500, spent: 5000 })
    expect(await recountSpend(tenant, whose)).toMatchObject({ used: 7500, spent: 5000 })
    // What is counted already is not written again.
    expect(table.calls.at(-1)!.action).toBe('Query')
    for (const other of [{ clientId: 'another' }, { month: '2026-10' as const }])
      expect(await recountSpend(tenant, { ...whose, ...other })).toEqual({ used: 0, spent: 0, revision: 0 })
    // What was ordered in the month before is of that month, though it is charged in this.
    const begin = minIdAt(Date.parse('2026-11-01T00:00:00.000Z'))
    for (const id of [begin - 1, begin]) await insertLookup(asked(tenant, id))
    expect(await recountSpend(tenant, whose)).toMatchObject({ used: 7650, spent: 5150 })
  })

  it('is recounted where either of its sums is wrong', async () => {
    const tenant = of(30)
    await decideAs(await accepted(tenant), 'reviewer-1')
    await accepted(tenant, { spendCap: 100_000 })
    const whose = { clientId: 'a-client', month }
    expect(await recountSpend(tenant, whose)).toMatchObject({ used: 5000, spent: 2500 })
    for (const wrong of [{ used: 1 }, { spent: 1 }]) {
      await database.write({ update: spendKey(tenant, 'a-client', month), set: wrong, condition: present })
      expect(await recountSpend(tenant, whose)).toMatchObject({ used: 5000, spent: 2500 })
    }
  })

  it('that changes while it is recounted is recounted again, five times in all', async () => {
    const tenant = of(31)
    const { get } = database
    const recountBeside = async (orders: number): Promise<object> => {
      let left = orders
      const reading = vi.spyOn(database, 'get').mockImplementation(async (key, options) => {
        const found = await get(key, options)
        if (key.pk.includes('#spend#') && left-- > 0) await accepted(tenant, { spendCap: 1_000_000 })
        return found as never
      })
      try {
        return await recountSpend(tenant, { clientId: 'a-client', month })
      } finally {
        reading.mockRestore()
      }
    }
    expect(await recountBeside(3)).toMatchObject({ used: 3 * 2500 })
    // What it read the fifth time, since the sixth order came.
    expect(await recountBeside(6)).toMatchObject({ used: 7 * 2500 })
    expect(await spend(tenant)).toMatchObject({ used: 8 * 2500 })
  })

  it('is recounted from every page of what is put aside', async () => {
    const capped = toCappedReservation({ clientId: 'a-client', spendCap: 1_000_000 }, 'nin', nowMs)!
    const of101 = Array.from({ length: 101 }, (_, n) => 1_000_000 + n * 1000)
    for (const verificationId of of101)
      await database.transact(reservationWrites({ ...of(32), verificationId }, capped, now))
    await database.write({
      update: spendKey(of(32), 'a-client', month),
      set: { used: 1 },
      condition: present,
    })
    expect(await recountSpend(of(32), { clientId: 'a-client', month })).toMatchObject({ used: 101 * 150 })
  })

  it('is one of a client in its mode: nobody else’s orders count', async () => {
    await accepted(of(26), { spendCap: 2500 })
    await accepted({ organisationId: 26, mode: 'test' }, { spendCap: 2500 })
    await accepted(of(27), { spendCap: 2500 })
    expect(await spend(of(26))).toMatchObject({ used: 2500 })
  })

  it('is never exceeded, and used up, by a hundred look-ups at once, which spend as they are charged', async () => {
    const capped = toCappedReservation({ clientId: 'a-client', spendCap: 7 * 150 + 1 }, 'nin', nowMs)!
    const ends = await Promise.allSettled([...Array(100)].map(() => insertLookup(asked(of(28)), capped)))
    const reasons = ends.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect([ends.length - reasons.length, new Set(reasons)]).toEqual([7, new Set(['spend_cap_reached'])])
    expect(await spend(of(28))).toMatchObject({ used: 7 * 150, spent: 7 * 150 })
    expect(await linesOf(of(28))).toHaveLength(7)
  })

  it('is spent once by a look-up whose answer is lost, and by none whose id is taken', async () => {
    const capped = toCappedReservation({ clientId: 'a-client', spendCap: 150 }, 'nin', nowMs)!
    const lookup = asked(of(33))
    table.loseNextAnswer()
    expect(await insertLookup(lookup, capped)).toBe(true)
    expect(await insertLookup({ ...lookup, idNumberDigest: 'another' }, capped)).toBe(false)
    expect(await spend(of(33))).toMatchObject({ used: 150, spent: 150 })
  })

  it('is reserved by a late look-up in the write that accepts it, which is refused as a whole', async () => {
    const capped = toCappedReservation({ clientId: 'a-client', spendCap: 150 }, 'nin', nowMs)!
    const accept = () => {
      const { verdict: _, completedAt: __, ...open } = asked(of(34))
      const sealed = new Uint8Array([1])
      const late = { ...of(34), verificationId: open.id, product: 'nin', clientId: 'a-client' } as const
      return insertLate(
        { ...open, price: 0 },
        { ...late, attempt: 2, notBeforeMs: nowMs, giveUpAtMs: nowMs, sealed },
        capped,
      )
    }
    expect(await accept()).toBe(true)
    await expect(accept()).rejects.toMatchObject({ code: 'spend_cap_reached' })
    expect(await spend(of(34))).toMatchObject({ used: 150, spent: 0 })
    expect((await listLate(of(34), undefined)).items).toMatchObject([{ reservation: capped.reservation }])
  })

  it('costs a client without one no write', async () => {
    const before = table.calls.length
    await accepted(of(29))
    const [write] = table.calls.slice(before).filter(({ action }) => action === 'TransactWriteItems')
    expect(JSON.parse(write!.body).TransactItems).toHaveLength(3)
    expect(write!.body).not.toMatch(/#spend#|#reservation#/)
  })
})

describe('what it costs in write units', () => {
  /** Of what the work writes, item by item. */
  const written = async (work: () => Promise<unknown>) => {
    const meter = openMeter()
    const from = table.calls.length
    await work()
    return table.calls
      .slice(from)
      .flatMap(({ action, body }) => meter.unitsOf(action, body))
      .filter(({ write }) => write > 0)
      .reduce((sum, { write }) => sum + write, 0)
  }

  it('is six for a look-up with its line, and two for one that is free: the list of what was charged is the third', async () => {
    expect(await written(() => insertLookup(asked(of(40))))).toBe(6)
    expect(await written(() => insertLookup({ ...asked(of(40)), price: 0 }))).toBe(2)
  })

  it('is two more for a look-up of a capped client: the counter, in a transaction', async () => {
    const capped = toCappedReservation({ clientId: 'a-client', spendCap: 100_000 }, 'nin', nowMs)!
    expect(await written(() => insertLookup(asked(of(42)), capped))).toBe(8)
  })

  it('is four more to put something aside and four more to settle it, of a capped client alone', async () => {
    const spendCap = 100_000
    const uncapped = await written(() => order(of(41)))
    expect((await written(() => order(of(41), { spendCap }))) - uncapped).toBe(4)
    const { verification } = await order(of(41), { spendCap })
    const settling = () =>
      settleReservation(verificationKeyOf(verification), verification.reservation!, 2500, now)
    expect(await written(settling)).toBe(4)
  })
})
