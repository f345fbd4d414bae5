import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { decideVerification } from '../../../shared/work/assignment/end-verification.ts'
import { toEventDraft } from '../../../shared/event/event.ts'
import { freezeEvent } from '../../../shared/event/freeze-store.ts'
import { lookupKey } from '../../../shared/identity/kinds.ts'
import { insertLookup } from '../../../shared/identity/store.ts'
import { ledgerKey } from '../../../shared/ledger/kinds.ts'
import { type LedgerLine, toLedgerLine } from '../../../shared/ledger/line.ts'
import { chargeWrites } from '../../../shared/ledger/line-store.ts'
import { toCappedReservation } from '../../../shared/ledger/spend-cap.ts'
import { findSpend, reservationWrites } from '../../../shared/ledger/spend-store.ts'
import { countCharges, readDaySums, readMonthSums, replaceDaySums } from '../../../shared/ledger/sum-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { generateId } from '../../../shared/table/id.ts'
import type { Tenant } from '../../../shared/table/tenant.ts'
import { checkLedger, type LedgerDay, lastDay, summedLines } from '../../../shared/outbox/ledger-check.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { eraseVerification, findStored } from '../../../shared/verification/person-store.ts'
import { acceptVerification, findVerification } from '../../../shared/verification/store.ts'
import { type Verification, verificationKeyOf } from '../../../shared/verification/verification.ts'
import { watchCounts } from '../../support/metric-lines.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification, cancel, drawIds, liveTenant } from '../../support/verifications.ts'
import { type AwsEndpoint, type MessageEntry, openAwsEndpoint, storedMessages } from '../aws/endpoint.ts'

let aws: AwsEndpoint
const logged = vi.spyOn(console, 'info').mockImplementation(() => {})

beforeAll(async () => {
  await startTable()
  aws = await openAwsEndpoint()
  process.env.RECONCILIATIONS_QUEUE_URL = `${aws.url}/1/reconciliations`
  process.env.PRICES = JSON.stringify({ address: 2500, nin: 150, free: 0 })
  process.env.STAGE = 'local'
  process.env.ID_NUMBER_SECRET = 'id-number-key'
})

/** What goes into the queue, checked after what put it there. */
let following: LedgerDay[] = []
beforeEach(() => {
  logged.mockClear()
  following = []
  aws.answer(({ body }) => {
    // An erasure finds the entries of a search by digests.
    if (!('Entries' in body)) return { SecretString: 'a key of the stage' }
    following.push(...body.Entries.map(({ MessageBody }: MessageEntry) => JSON.parse(MessageBody)))
    return storedMessages(body.Entries)
  })
})

const day = '2026-11-20'
const nowMs = Date.parse(`${day}T12:00:00.000Z`)
const now = new Date(nowMs).toISOString()
const byNight = Date.parse('2026-11-21T02:00:00.000Z')
const draw = drawIds(nowMs)
const of = liveTenant

const ordered = async (tenant: Tenant, more: Partial<Verification> = {}): Promise<Verification> => {
  const id = draw()
  const order = addressVerification(
    { street: `${id} Checked Street` },
    { ...tenant, id, now, clientId: 'a-client' },
  )
  const verification = { ...order, ...more } as Verification
  await acceptVerification(verification, nowMs, { spendCap: 100_000 })
  return verification
}

const decided = async (tenant: Tenant): Promise<Verification> => {
  const verification = await ordered(tenant)
  const decision = { outcome: 'verified', decidedAt: now, decidedBy: 'me' } as const
  await decideVerification(verification, { decision, report: { submittedAt: now } as never })
  const about = { event: 'address', eventType: 'verification_completed', occurredAt: now } as const
  const draft = toEventDraft(verificationKeyOf(verification), about)
  await freezeEvent({ ...draft, createdAt: now }, new Uint8Array([1]))
  return verification
}

const lookedUp = async (tenant: Tenant): Promise<number> => {
  const id = draw()
  await insertLookup({
    ...tenant,
    id,
    product: 'nin',
    clientId: 'a-client',
    idNumberDigest: `${id}`,
    idNumberLast4: '6213',
    requestedAt: now,
    completedAt: now,
    price: 150,
    verdict: { matchStatus: 'EXACT_MATCH' } as never,
  })
  return id
}

/** Checks the day to its end, and answers what disagreed as the log and the metric have it. */
const check = async (tenant: Tenant) => {
  using counts = watchCounts()
  const messages: LedgerDay[] = [{ ...tenant, ledgerDay: day }]
  let pages = 0
  for (let message = messages.shift(); message; message = messages.shift()) {
    await checkLedger(message, byNight)
    pages++
    messages.push(...following.splice(0))
  }
  const disagreements = logged.mock.calls
    .map(([line]) => line)
    .filter(({ event }) => event === 'ledger.mismatch')
    .map(({ verificationId, failure }) => [verificationId, failure])
  return { disagreements, pages, counted: counts.counted() }
}

describe('the check of a day', () => {
  it('finds nothing where ledger and records agree, erased ones, too, and says nothing', async () => {
    await decided(of(1))
    await lookedUp(of(1))
    const erased = await decided(of(1))
    expect(await eraseVerification((await findStored(of(1), erased.id))!, now)).toBe(true)
    const cancelled = await ordered(of(1))
    await cancel(verificationKeyOf(cancelled), now)
    expect(await check(of(1))).toEqual({ disagreements: [], pages: 1, counted: [] })
  })

  it('finds a line that is missing', async () => {
    const { id } = await decided(of(2))
    await database.write({ delete: ledgerKey(of(2), now, id) })
    expect((await check(of(2))).disagreements).toEqual([[id, 'missing']])
  })

  it('finds a line too many: of a record that is not there, is not charged, or was charged at another time', async () => {
    const tenant = of(3)
    const open = await ordered(tenant)
    const gone = await lookedUp(tenant)
    await database.write({ delete: lookupKey(tenant, gone) })
    const twice = await decided(tenant)
    const later = '2026-11-20T13:00:00.000Z'
    for (const [id, chargedAt] of [
      [open.id, now],
      [twice.id, later],
    ] as const) {
      const charge = { product: 'address', rule: 'decided', end: 'verified', amount: 2500 } as const
      const of = { ...tenant, clientId: 'a-client', verificationId: id }
      await database.write(chargeWrites({ ...of, ...charge, chargedAt })[0]!)
    }
    const { disagreements } = await check(tenant)
    expect(disagreements.toSorted()).toEqual([open.id, gone, twice.id].map(id => [id, 'too-many']).toSorted())
  })

  it('finds another amount, and counts it for the alarm', async () => {
    const { id } = await decided(of(4))
    await database.write({ update: verificationKey(of(4), id), set: { price: 2501 } })
    const { disagreements, counted } = await check(of(4))
    expect(disagreements).toEqual([[id, 'other-amount']])
    expect(counted).toEqual([{ mode: 'live', LedgerMismatches: 1 }])
  })

  it('goes on page by page, a message each', async () => {
    const tenant = of(5)
    const ids: number[] = []
    for (let made = 0; made < 130; made++) ids.push(await lookedUp(tenant))
    await database.write({ delete: lookupKey(tenant, ids.at(-1)!) })
    const { disagreements, pages } = await check(tenant)
    expect([disagreements, pages]).toEqual([[[ids.at(-1), 'too-many']], 2])
  })

  it('is of that day and that tenant alone', async () => {
    const { id } = await decided(of(6))
    await database.write({ delete: ledgerKey(of(6), now, id) })
    expect((await check({ organisationId: 6, mode: 'test' })).disagreements).toEqual([])
    await checkLedger({ ...of(6), ledgerDay: '2026-11-19' }, byNight)
    const said = logged.mock.calls.map(([line]) => line.event as string)
    expect(said.filter(event => event.startsWith('ledger'))).toEqual([])
    expect([lastDay(byNight), lastDay(Date.parse('2026-12-01T00:00:00.000Z'))]).toEqual([day, '2026-11-30'])
  })
})

describe('the sum of the day before', () => {
  const answered = { product: 'nin', rule: 'answered', end: 'EXACT_MATCH', amount: 150 } as const
  const what = { ...answered, clientId: 'a-client' }
  const linesOf = (tenant: Tenant, count: number, from = 1000) =>
    Array.from({ length: count }, (_, n) => {
      const chargedAt = new Date(nowMs + n).toISOString()
      return toLedgerLine({ ...tenant, ...what, verificationId: from + n, chargedAt }, 'a-list')!
    })
  /** Of whose charges the stream brought so many, before it was lost. */
  const charged = async (lines: readonly LedgerLine[], counted = lines.length) => {
    for (let first = 0; first < lines.length; first += 100) {
      const charges = lines.slice(first, first + 100).flatMap(one => chargeWrites(one))
      await database.transact({ charges })
    }
    await countCharges(lines.slice(0, counted), nowMs)
  }
  const dayAfter = '2026-11-21'
  const checkSums = async (tenant: Tenant) => {
    using counts = watchCounts()
    const messages: LedgerDay[] = [{ ...tenant, ledgerDay: dayAfter, side: 'sums' }]
    for (let message = messages.shift(); message; message = messages.shift()) {
      await checkLedger(message, byNight)
      messages.push(...following.splice(0))
    }
    const said = logged.mock.calls.map(([line]) => line).filter(({ event }) => event === 'ledger.mismatch')
    return { said: said.map(({ code, failure }) => [code, failure]), counted: counts.counted() }
  }
  const kept = async (tenant: Tenant) => {
    const { items, sums } = await readDaySums(tenant, day)
    return [items.length, sums.map(({ count, amount }) => [count, amount])]
  }

  it('that is right becomes one item, and says nothing', async () => {
    await charged(linesOf(of(20), 12))
    expect(await kept(of(20))).toEqual([4, [[12, 1800]]])
    expect(await checkSums(of(20))).toEqual({ said: [], counted: [] })
    expect(await kept(of(20))).toEqual([1, [[12, 1800]]])
    expect(await checkSums(of(20))).toEqual({ said: [], counted: [] })
    expect(await kept(of(20))).toEqual([1, [[12, 1800]]])
  })

  it('that lacks what the stream lost is said, counted for the alarm, and right from then on', async () => {
    await charged(linesOf(of(21), 5), 3)
    expect(await checkSums(of(21))).toEqual({
      said: [[day, 'sum']],
      counted: [{ mode: 'live', LedgerMismatches: 1 }],
    })
    expect(await kept(of(21))).toEqual([1, [[5, 750]]])
    logged.mockClear()
    expect((await checkSums(of(21))).said).toEqual([])
  })

  it('that has more than the lines is said as well, and is of its tenant, mode and day alone', async () => {
    const test = { organisationId: 22, mode: 'test' } as const
    await charged(linesOf(of(22), 2))
    await charged(linesOf(test, 3))
    await database.write({ delete: ledgerKey(of(22), now, 1000) })
    expect((await checkSums(of(22))).said).toEqual([[day, 'sum']])
    expect(await kept(of(22))).toEqual([1, [[1, 150]]])
    expect((await kept(test))[1]).toEqual([[3, 450]])
    expect((await readMonthSums(of(22), '2026-11')).sums).toEqual([
      { product: 'nin', rule: 'answered', count: 1, amount: 150 },
    ])
  })

  it('whose parts change while it is checked keeps what was added, and so does one that two check', async () => {
    await charged(linesOf(of(23), 4))
    const before = await readDaySums(of(23), day)
    const { sums } = before
    await charged(linesOf(of(23), 1, 2000))
    expect(await replaceDaySums(of(23), day, before, { sums, nowMs })).toBe(false)
    expect((await kept(of(23)))[1]).toEqual([[5, 750]])
    await Promise.all([checkSums(of(23)), checkSums(of(23))])
    expect(await kept(of(23))).toEqual([1, [[5, 750]]])
  })

  it('is added up page by page, a message each', async () => {
    const lines = linesOf(of(24), summedLines + 50)
    await charged(lines)
    expect(await checkSums(of(24))).toEqual({ said: [], counted: [] })
    expect(await kept(of(24))).toEqual([1, [[lines.length, lines.length * 150]]])
  })
})

describe('what a crash left put aside', () => {
  const capped = (product: string) =>
    toCappedReservation({ clientId: 'a-client', spendCap: 100_000 }, product, nowMs)!
  const spend = (tenant: Tenant) => findSpend(tenant, 'a-client', '2026-11')

  it('is given back where nothing came of it, and is spent where it was charged, once', async () => {
    const tenant = of(10)
    const neverBegun = { ...tenant, verificationId: draw() }
    await database.transact(reservationWrites(neverBegun, capped('nin'), now))
    const answered = await lookedUp(tenant)
    await database.transact(reservationWrites({ ...tenant, verificationId: answered }, capped('nin'), now))
    const { reservation } = capped('address')
    const cancelled = await ordered(tenant, { reservation })
    await cancel(verificationKeyOf(cancelled), now)
    expect(await spend(tenant)).toMatchObject({ used: 150 + 150 + 2500, spent: 0 })
    expect((await check(tenant)).disagreements).toEqual([])
    expect(await spend(tenant)).toMatchObject({ used: 150, spent: 150 })
    await check(tenant)
    expect(await spend(tenant)).toMatchObject({ used: 150, spent: 150 })
  })

  it('stays put aside while its order is open, and while it may be under way', async () => {
    const tenant = of(11)
    const { reservation } = capped('address')
    const open = await ordered(tenant, { reservation })
    const young = { ...tenant, verificationId: generateId(byNight - 60_000, 0) }
    await database.transact(reservationWrites(young, capped('nin'), now))
    await check(tenant)
    expect(await spend(tenant)).toMatchObject({ used: 2650, spent: 0 })
    expect(await findVerification(tenant, open.id, nowMs)).toMatchObject({ outcome: 'accepted' })
  })
})
