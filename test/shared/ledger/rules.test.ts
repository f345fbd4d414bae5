import { describe, expect, it } from 'vitest'
import { ledgerCsv, ledgerSums } from '../../../infra/admin/commands/accounts.ts'
import { Fault } from '../../../shared/aws/errors.ts'
import { formatCsv } from '../../../shared/ledger/csv.ts'
import { type Charge, monthOf, toLedgerLine } from '../../../shared/ledger/line.ts'
import { digestPriceList, listPrice, type PriceList, priceListVersion } from '../../../shared/ledger/price.ts'
import { spendCapProblem, toCappedReservation } from '../../../shared/ledger/spend-cap.ts'
import { createLineSums, sumAmounts, sumByProduct } from '../../../shared/ledger/sum.ts'

process.env.PRICES = JSON.stringify({ address: 2500, nin: 150, free: 0 })

const charge: Charge = {
  organisationId: 1,
  mode: 'live',
  verificationId: 42,
  product: 'address',
  rule: 'decided',
  end: 'verified',
  amount: 2500,
  chargedAt: '2026-11-30T23:59:59.999Z',
  clientId: 'live-1',
}

describe('a price list', () => {
  it('has a version that says what is on it, in whatever order', () => {
    expect(digestPriceList({ address: 2500, nin: 150 })).toBe('6e336ebefbc1')
    expect(digestPriceList({ nin: 150, address: 2500 })).toBe('6e336ebefbc1')
  })

  it('has another version when a price changes, goes or comes', () => {
    const lists: readonly PriceList[] = [
      { address: 2500, nin: 150 },
      { address: 2500, nin: 151 },
      { address: 2500 },
      {},
    ]
    expect(new Set(lists.map(digestPriceList)).size).toBe(4)
  })
})

describe('a stage’s price list', () => {
  it('has a price for each product, of which 0 is one', () => {
    expect(['address', 'nin', 'free'].map(listPrice)).toEqual([2500, 150, 0])
    expect(() => listPrice('passport')).toThrow(new Fault('The price list has no price for passport'))
  })

  it('has the version of what is on it', () => {
    expect(priceListVersion()).toBe(digestPriceList({ address: 2500, nin: 150, free: 0 }))
  })
})

describe('a line', () => {
  it('is what was charged, in what, by which list', () => {
    expect(toLedgerLine(charge, 'a-version')).toEqual({ ...charge, currency: 'NGN', priceList: 'a-version' })
  })

  it('is not written for what costs nothing', () => {
    expect(toLedgerLine({ ...charge, amount: 0 }, 'a-version')).toBeUndefined()
  })

  it('belongs to the month in UTC in which it was charged', () => {
    expect([charge.chargedAt, '2026-12-01T00:00:00.000Z'].map(monthOf)).toEqual(['2026-11', '2026-12'])
  })
})

it('adds up by product, by name', () => {
  const lines = [
    { product: 'nin', amount: 150 },
    { product: 'address', amount: 2500 },
    { product: 'nin', amount: 151 },
  ]
  expect(sumByProduct(lines)).toEqual([
    { product: 'address', count: 1, amount: 2500 },
    { product: 'nin', count: 2, amount: 301 },
  ])
  expect([sumAmounts(lines), sumAmounts([]), sumByProduct([])]).toEqual([2801, 0, []])
})

it('adds up page by page, by product and by why it was charged', () => {
  const [decided, counted] = [
    { product: 'nin', rule: 'handedOver', amount: 150 },
    { product: 'nin', rule: 'answeredLate', amount: 150 },
  ] as const
  const sums = createLineSums()
  sums.add([decided, { product: 'address', rule: 'decided', amount: 2500 }, decided])
  sums.add([counted, decided])
  expect(sums.list()).toEqual([
    { product: 'address', rule: 'decided', count: 1, amount: 2500 },
    { product: 'nin', rule: 'answeredLate', count: 1, amount: 150 },
    { product: 'nin', rule: 'handedOver', count: 3, amount: 450 },
  ])
  // Sums add up as lines do.
  expect(sumByProduct(sums.list())).toEqual([
    { product: 'address', count: 1, amount: 2500 },
    { product: 'nin', count: 4, amount: 600 },
  ])
})

describe('a spend cap', () => {
  const nowMs = Date.parse('2026-11-30T23:59:59.999Z')

  it('puts the price aside in the month of the order', () => {
    expect(toCappedReservation({ clientId: 'live-1', spendCap: 10_000 }, 'nin', nowMs)).toEqual({
      reservation: { clientId: 'live-1', month: '2026-11', amount: 150 },
      spendCap: 10_000,
    })
    expect(toCappedReservation({ clientId: 'live-1', spendCap: 0 }, 'nin', nowMs + 1)).toMatchObject({
      reservation: { month: '2026-12' },
      spendCap: 0,
    })
  })

  it('is nothing to a client without one, and to what is free', () => {
    expect(toCappedReservation({ clientId: 'live-1' }, 'nin', nowMs)).toBeUndefined()
    expect(toCappedReservation({ clientId: 'live-1', spendCap: 0 }, 'free', nowMs)).toBeUndefined()
  })

  it('says in its refusal what it costs and when there is more', () => {
    const refused = spendCapProblem(toCappedReservation({ clientId: 'live-1', spendCap: 100 }, 'nin', nowMs)!)
    expect([refused.code, refused.message]).toEqual([
      'spend_cap_reached',
      'This costs 150 NGN, and less is left of the 100 that this client may spend in 2026-11. Nothing is charged.',
    ])
  })
})

describe('comma-separated values', () => {
  const mark = '\ufeff'

  it('begin with a byte order mark, by which Excel reads them as UTF-8', () => {
    const bytes = Buffer.from(formatCsv(['a'], [{ a: '…567' }]))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder('utf-8').decode(bytes)).toBe('"a"\r\n"…567"')
  })

  it('have each text in quotes, as RFC 4180 allows', () => {
    const rows = [
      { a: 'x,y', b: 'say "no"' },
      { a: 'two\r\nlines', b: 7 },
      { a: undefined, b: '' },
    ]
    const lines = ['"a","b"', '"x,y","say ""no"""', '"two\r\nlines",7', ',""']
    expect(formatCsv(['a', 'b'], rows)).toBe(mark + lines.join('\r\n'))
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+234', "'+234"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['=1,"2', `'=1,""2`],
    [' =1', "' =1"],
    ['"=1', `'""=1`],
    // Where a list's separator is a semicolon or a tab, what follows one is a cell of its own, quotes or not.
    ['x;=1', "x;'=1"],
    ['x; ＝1;-2', "x;' ＝1;'-2"],
    ['x;"=1"', `x;'""=1""`],
    ['x\t=1', "x\t'=1"],
    ['x\n=1', "x\n'=1"],
    ['x\r\n@1', "x\r\n'@1"],
  ])('are nothing that a spreadsheet calculates: %j', (text, cell) => {
    expect(formatCsv(['a'], [{ a: text }])).toBe(`${mark}"a"\r\n"${cell}"`)
  })

  it.each([
    'a=1',
    'a+b',
    '1;234.50',
    'Ada-Obi',
    'a@b.example',
    'x; y',
    "it's",
    'x;y-z',
    '2026-11-28T10:00:00.000Z',
  ])('leave other texts as they are: %j', text => {
    expect(formatCsv(['a'], [{ a: text }])).toBe(`${mark}"a"\r\n"${text}"`)
  })

  it('leave numbers numbers, negative ones, too', () => {
    expect(formatCsv(['a'], [{ a: -5 }])).toBe(`${mark}"a"\r\n-5`)
  })

  it('say of every line of the ledger why it was charged', () => {
    const lines = [toLedgerLine(charge, '6e336ebefbc1')!]
    expect(ledgerCsv({ lines }).split('\r\n')).toEqual([
      '\ufeff"chargedAt","organisationId","mode","verificationId","product","end","rule","why","amount","currency","priceList","clientId"',
      '"2026-11-30T23:59:59.999Z",1,"live",42,"address","verified","decided","People decided a verification: a visit was made or an employer was asked, whatever was found. Charged when it is decided.",2500,"NGN","6e336ebefbc1","live-1"',
    ])
    expect(ledgerSums({ lines })).toBe(
      'product     count  amount\naddress     1      2500\ntotal, NGN  1      2500',
    )
    expect([ledgerSums({ lines: [] }), ledgerCsv({ lines: [] }).split('\r\n').length]).toEqual(['none', 1])
  })
})
