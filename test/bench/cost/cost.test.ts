import { describe, expect, it } from 'vitest'
import { openMeter } from '../dynamodb-units.ts'
import { dearness, shareOfPrice } from './assumptions.ts'
import { dollarsOf, line, storageLines, totalOf } from './bill.ts'
import type { Call } from './container.ts'
import { waited } from './functions.ts'
import { photoStorage } from './photos.ts'
import { billedRegions, type Price, priceIn, prices } from './prices.ts'
import type { Usage } from './usage.ts'

describe('what a function waits for', () => {
  const call = (startMs: number, endMs: number): Call => ({ to: 'DynamoDB', startMs, endMs })
  const fiveMs = () => 5

  it('is counted once where calls ran beside one another, and again where one came after the other', () => {
    expect(waited([call(0, 10), call(1, 3), call(2, 9)], fiveMs)).toBe(5)
    expect(waited([call(0, 10), call(11, 12)], fiveMs)).toBe(10)
    expect(waited([call(0, 3), call(1, 20), call(4, 6), call(7, 9)], fiveMs)).toBe(15)
    expect(waited([], fiveMs)).toBe(0)
  })
})

describe('photos of a million verifications', () => {
  it('cost what the lifecycle rule makes of them', () => {
    expect(photoStorage.map(each => dollarsOf(each).toFixed(2))).toEqual(['81.67', '80.00', '43.40'])
  })
})

it('has a page of AWS and a day for every price', () => {
  for (const { link, on, dollars } of Object.values(prices)) {
    expect(link).toMatch(/^https:\/\/aws\.amazon\.com\/[\w/-]+pricing\//)
    expect(on).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(dollars).toBeGreaterThan(0)
  }
})

describe('another region', () => {
  it('costs what was found there, or as much more than us-east-1 as the dearest that was found', () => {
    const lines = [line('one', { gbSecond: 1e6, queueRequest: 1e6 }, '')]
    expect(billedRegions.map(region => totalOf(lines, region).toFixed(4))).toEqual([
      '13.7334',
      '13.7334',
      '18.2120',
    ])
  })

  it('is nowhere taken to be cheaper than a price that was found, but for what goes to the internet', () => {
    for (const [name, price] of Object.entries<Price>(prices))
      for (const region of billedRegions) {
        const found = price.elsewhere?.[region]
        if (found !== undefined && name !== 'egressGb')
          expect(found / price.dollars, `${name} in ${region}`).toBeLessThanOrEqual(dearness[region])
      }
    expect(priceIn('af-south-1', 'egressGb')).toBe(0.154)
  })
})

describe('a line of the ledger', () => {
  const storedFor = (key: string) => ({ key, tableBytes: 400, indexBytes: 0, days: 2557 })
  const costs = (key: string) => {
    const usage = { stored: [storedFor(key)] } as Partial<Usage> as Usage
    return storageLines(usage).map(each => [each.service, Number(dollarsOf(each).toFixed(2))])
  }

  it('is in the table and in the seal of its month', () => {
    expect(costs('ledger#1#live#2026-11#0 at')).toEqual([
      ['DynamoDB: storage', 8.41],
      ['DynamoDB: recovery to any second', 6.73],
      ['S3: seals of the ledger', 0.08],
    ])
    expect(costs('1#live#verification#9 verification')).toEqual([
      ['DynamoDB: storage', 8.41],
      ['DynamoDB: recovery to any second', 6.73],
    ])
  })
})

it('has its share in a price in hundredths of it', () => {
  expect(shareOfPrice(1000, 1600)).toBe(0.1)
  expect(shareOfPrice(500, 150)).toBeCloseTo(0.533, 3)
})

describe('the meter of the table', () => {
  const item = { pk: { S: 'p' }, sk: { S: 's' }, note: { S: 'x'.repeat(1100) }, expiresAt: { N: '86400' } }
  const transaction = (...TransactItems: object[]) => JSON.stringify({ TransactItems })
  const writes = (units: readonly { write: number }[]) => units.map(({ write }) => write)

  it('counts a unit for each KB, twice in a transaction, and what was deleted by its size', () => {
    const { unitsOf } = openMeter()
    expect(writes(unitsOf('PutItem', JSON.stringify({ Item: item })))).toEqual([2])
    expect(writes(unitsOf('TransactWriteItems', transaction({ Put: { Item: item } })))).toEqual([4])
    expect(
      writes(unitsOf('TransactWriteItems', transaction({ Delete: { Key: { pk: item.pk, sk: item.sk } } }))),
    ).toEqual([4])
  })

  it('counts each item of a batch by itself', () => {
    const { unitsOf, stored } = openMeter()
    const small = { pk: { S: 'p' }, sk: { S: 't' } }
    const requests = [{ PutRequest: { Item: item } }, { PutRequest: { Item: small } }]
    const batch = (...some: object[]) => JSON.stringify({ RequestItems: { table: some } })
    expect(writes(unitsOf('BatchWriteItem', batch(...requests)))).toEqual([2, 1])
    const gone = { DeleteRequest: { Key: { pk: item.pk, sk: item.sk } } }
    expect(writes(unitsOf('BatchWriteItem', batch(gone)))).toEqual([2])
    expect(stored(0).map(({ key }) => key)).toEqual(['p t'])
  })

  it('says what is left behind, in bytes and days', () => {
    const { unitsOf, stored } = openMeter()
    unitsOf('PutItem', JSON.stringify({ Item: { ...item, gsi1pk: { S: 'i' }, gsi1sk: { S: 'j' } } }))
    // 1,100 of the note, names and keys beside it, and 100 that DynamoDB adds to an item and to an entry of an index.
    expect(stored(0)).toEqual([{ key: 'p s', tableBytes: 1237, indexBytes: 120, days: 1 }])
    unitsOf('DeleteItem', JSON.stringify({ Key: { pk: item.pk, sk: item.sk } }))
    expect(stored(0)).toEqual([])
  })
})
