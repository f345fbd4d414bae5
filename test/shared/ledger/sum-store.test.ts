import type { DynamoDBRecord } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { handler } from '../../../functions/outbox/count-charges.ts'
import { toAttributes } from '../../../shared/aws/attributes.ts'
import { readCharges } from '../../../shared/ledger/charges.ts'
import type { LedgerLine } from '../../../shared/ledger/line.ts'
import { chargeWrites, ledgerLineKey } from '../../../shared/ledger/line-store.ts'
import { countedTogether, readMonthSums } from '../../../shared/ledger/sum-store.ts'
import { heartbeatKey } from '../../../shared/outbox/heartbeat-kind.ts'
import { database } from '../../../shared/table/driver.ts'
import type { Tenant } from '../../../shared/table/tenant.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { drawIds, liveTenant } from '../../support/verifications.ts'

let table: RecordedTable
beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  table = await startRecordedTable()
  process.env.PRICES = JSON.stringify({ address: 2500, nin: 150, message: 20 })
})
afterAll(() => table[Symbol.asyncDispose]())

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const month = '2026-11'
const draw = drawIds(nowMs)
const of = liveTenant

/** A line as the write that charges has it. */
const lineOf = (tenant: Tenant, changes: Partial<LedgerLine> = {}): LedgerLine => {
  const what = { product: 'address', rule: 'decided', end: 'verified', amount: 2500 } as const
  const by = { ...tenant, clientId: 'a-client' }
  const charge = { ...by, verificationId: draw(), ...what, chargedAt: now, ...changes }
  return chargeWrites(charge)[0]!.put as object as LedgerLine
}

let sequence = 0
/** As the stream brings it. */
const recordOf = (line: LedgerLine): DynamoDBRecord =>
  ({
    eventName: 'INSERT',
    dynamodb: {
      Keys: toAttributes(ledgerLineKey(line)),
      NewImage: toAttributes(line),
      SequenceNumber: `${++sequence}`,
    },
  }) as object as DynamoDBRecord

/** A change every few minutes, so that a stream that nobody reads is missed. */
const heartbeat = {
  eventName: 'MODIFY',
  dynamodb: {
    Keys: toAttributes(heartbeatKey()),
    NewImage: toAttributes({ ...heartbeatKey(), at: '2026-11-20T08:00:00.000Z' }),
    SequenceNumber: '0',
  },
} as object as DynamoDBRecord

const bring = (lines: readonly LedgerLine[]) => handler({ Records: [heartbeat, ...lines.map(recordOf)] })

const sumsOf = async (tenant: Tenant, of: string = month) => {
  const { sums } = await readMonthSums(tenant, of)
  return sums.map(({ product, rule, count, amount }) => [product, rule, count, amount])
}

describe('the sum of a month', () => {
  it('grows with each line that the stream brings, by product and rule', async () => {
    const message = {
      product: 'message',
      rule: 'handedOver',
      amount: 20,
      messageLink: 'applicant-1',
    } as const
    const lines = [
      lineOf(of(1)),
      lineOf(of(1), { chargedAt: '2026-11-01T00:00:00.000Z' }),
      lineOf(of(1), message),
      lineOf(of(1), { product: 'nin', rule: 'answered', amount: 150 }),
      lineOf(of(1), { product: 'nin', rule: 'answeredLate', amount: 150 }),
    ]
    expect(await bring(lines)).toEqual({ batchItemFailures: [] })
    expect(await sumsOf(of(1))).toEqual([
      ['address', 'decided', 2, 5000],
      ['message', 'handedOver', 1, 20],
      ['nin', 'answered', 1, 150],
      ['nin', 'answeredLate', 1, 150],
    ])
  })

  it('has a line once that comes again, alone, among others, twice in a batch, and before an older one', async () => {
    const lines = Array.from({ length: 8 }, (_, n) =>
      lineOf(of(2), { chargedAt: new Date(nowMs + n * 1000).toISOString() }),
    )
    await bring(lines.slice(2, 5))
    await bring(lines.slice(2, 5))
    await bring(lines.slice(0, 7))
    await bring([lines[7]!, lines[7]!, lines[0]!])
    expect(await sumsOf(of(2))).toEqual([['address', 'decided', 8, 20_000]])
  })

  it('has a line once that two bring at the same time', async () => {
    const lines = Array.from({ length: 20 }, () => lineOf(of(3)))
    // Whoever comes second may be told to come again.
    const bringUntilDone = async (all: readonly LedgerLine[]) => {
      for (let tries = 0; tries < 20; tries++) if ((await bring(all)).batchItemFailures.length === 0) return
      throw new Error('It is never done')
    }
    await Promise.all([bringUntilDone(lines), bringUntilDone(lines.toReversed())])
    expect(await sumsOf(of(3))).toEqual([['address', 'decided', 20, 50_000]])
  })

  it('becomes smaller by what is given back', async () => {
    await bring([lineOf(of(4)), lineOf(of(4)), lineOf(of(4), { amount: -2500 })])
    expect(await sumsOf(of(4))).toEqual([['address', 'decided', 3, 2500]])
  })

  it('is of one organisation in one mode, and of one month in UTC', async () => {
    const test = { organisationId: 5, mode: 'test' } as const
    const lastOfOctober = { chargedAt: '2026-10-31T23:59:59.999Z' }
    await bring([
      lineOf(of(5)),
      lineOf(of(6), { amount: 1 }),
      lineOf(test, { amount: 2 }),
      lineOf(of(5), lastOfOctober),
    ])
    expect(await sumsOf(of(5))).toEqual([['address', 'decided', 1, 2500]])
    expect(await sumsOf(of(5), '2026-10')).toEqual([['address', 'decided', 1, 2500]])
    expect(await sumsOf(of(6))).toEqual([['address', 'decided', 1, 1]])
    expect(await sumsOf(test)).toEqual([['address', 'decided', 1, 2]])
    expect(await sumsOf(of(7))).toEqual([])
  })

  it('is right when the answer of a write is lost, and when what is left of a batch comes again', async () => {
    const lines = Array.from({ length: countedTogether * 4 + 7 }, () => lineOf(of(8)))
    table.loseNextAnswer()
    await bring(lines)
    await bring(lines.slice(countedTogether))
    expect(await sumsOf(of(8))).toEqual([['address', 'decided', lines.length, lines.length * 2500]])
  })

  it('names the first line that was not added, and has the others once when they come again', async () => {
    const lines = [lineOf(of(9)), lineOf(of(9), { product: 'nin' }), lineOf(of(9), { product: 'message' })]
    const { transact } = database
    const failing = vi.spyOn(database, 'transact').mockImplementation(writes => {
      const isNin = JSON.stringify(writes).includes('"product":"nin"')
      return isNin ? Promise.reject(new Error('The table is away')) : transact(writes)
    })
    const records = lines.map(recordOf)
    const failed = await handler({ Records: records })
    failing.mockRestore()
    expect(failed.batchItemFailures).toEqual([{ itemIdentifier: records[1]!.dynamodb!.SequenceNumber }])
    expect((await sumsOf(of(9))).map(([product]) => product)).toEqual(['address', 'message'])
    await handler({ Records: records.slice(1) })
    expect((await sumsOf(of(9))).map(([product, , count]) => [product, count])).toEqual([
      ['address', 1],
      ['message', 1],
      ['nin', 1],
    ])
  })
})

/** How often the table is called, and how many items it answers. */
const readBy = async (work: () => Promise<unknown>) => {
  const { query } = database
  let items = 0
  const counting = vi.spyOn(database, 'query').mockImplementation(async asked => {
    const page = await query(asked)
    items += page.items.length
    return page as never
  })
  const before = table.calls.length
  await work()
  counting.mockRestore()
  return { calls: table.calls.length - before, items }
}

describe('the charges of a month', () => {
  const caller = (organisationId: number) => ({ ...of(organisationId), clientId: 'a', scopes: [] as const })
  const read = (organisationId: number) => () =>
    readCharges(caller(organisationId), { month, nowMs }, () => true)

  it('take as many items to read at 10 lines as at 500', async () => {
    // As many as there are parts.
    const spread = (organisationId: number, count: number) =>
      Array.from({ length: count }, (_, n) => lineOf(of(organisationId), { verificationId: 4000 + n }))
    await bring(spread(20, 10))
    await bring(spread(21, 500))
    expect(await readBy(read(20))).toEqual({ calls: 1, items: 4 })
    expect(await readBy(read(21))).toEqual({ calls: 1, items: 4 })
    expect((await read(21)()).total).toBe(500 * 2500)
  })

  it('cost no write of their sum a line: a batch of lines is one', async () => {
    const lines = Array.from({ length: 90 }, (_, n) => lineOf(of(22), { verificationId: 4000 + n * 4 }))
    const before = table.calls.length
    await bring(lines)
    const [call, ...others] = table.calls.slice(before)
    expect([call!.action, others.length]).toEqual(['TransactWriteItems', 0])
    expect(JSON.parse(call!.body).TransactItems).toHaveLength(91)
  })

  it('say when the last one was added, and nothing where there is none', async () => {
    vi.useFakeTimers({ now: nowMs, toFake: ['Date'] })
    await bring([lineOf(of(23)), lineOf(of(23), { chargedAt: '2026-11-02T00:00:00.000Z' })])
    vi.setSystemTime(nowMs + 5000)
    await bring([lineOf(of(23), { chargedAt: '2026-11-01T00:00:00.000Z' })])
    vi.useRealTimers()
    expect(await read(23)()).toMatchObject({ total: 7500, asOf: '2026-11-20T12:00:05.000Z' })
    expect(await read(24)()).toMatchObject({ data: [], total: 0, asOf: null })
  })
})
