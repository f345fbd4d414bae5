import { marshall } from '@aws-sdk/util-dynamodb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson, writeJson } from '../../../shared/aws/dynamodb-json.ts'

const bytes = Uint8Array.of(0, 127, 128, 255)
const base64 = 'AH+A/w=='

describe("DynamoDB's JSON", () => {
  it.each([
    ['text', { pk: { S: '' }, note: { S: 'Ṣọlá 😀 "B":{"0":1} \\ \n' } }],
    ['numbers as text', { n: { N: '-0.1' }, big: { N: '12345678901234567890' }, set: { NS: ['1', '2'] } }],
    ['null and truth', { none: { NULL: true }, no: { BOOL: false } }],
    [
      'attributes that are named as types',
      { B: { S: 'x' }, BS: { L: [{ S: 'x' }] }, S: { M: { B: { N: '1' } } } },
    ],
  ])('carries %s as it is', (_what, item) => {
    expect(writeJson({ Item: item })).toBe(JSON.stringify({ Item: item }))
    expect(readJson(JSON.stringify({ Item: item }))).toEqual({ Item: item })
  })

  it('carries bytes as base64, alone, in sets, inside of maps and lists, and none at all', () => {
    const written = {
      Item: {
        alone: { B: bytes },
        buffer: { B: Buffer.from(bytes) },
        set: { BS: [bytes, bytes] },
        map: { M: { B: { B: bytes }, list: { L: [{ B: new Uint8Array() }] } } },
      },
    }
    const text = writeJson(written)
    expect(JSON.parse(text)).toEqual({
      Item: {
        alone: { B: base64 },
        buffer: { B: base64 },
        set: { BS: [base64, base64] },
        map: { M: { B: { B: base64 }, list: { L: [{ B: '' }] } } },
      },
    })
    expect(readJson(text)).toEqual({ Item: { ...written.Item, buffer: { B: bytes } } })
  })

  it.each([undefined, 1, '\t'])('is read with space between its parts: %j', space => {
    const Item = { alone: { B: base64 }, set: { BS: [base64] } }
    const read = { Item: { alone: { B: bytes }, set: { BS: [bytes] } } }
    expect(readJson(JSON.stringify({ Item }, null, space))).toEqual(read)
    expect(readJson(`{"Item":{"alone":{"B" : "${base64}"},"set":{"BS" : ["${base64}"]}}}`)).toEqual(read)
  })

  it('is read as it was written, whatever stands in it', () => {
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'binary' }).filter(text => text.isWellFormed()),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array({ maxLength: 8 }),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('B', 'BS', 'S', 'M', 'L', 'x'), tie('any'), { maxKeys: 3 }),
      ),
    })).any
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('B', 'BS', 'a', 'b'), value, { maxKeys: 4 }), item => {
        const Item = marshall(item)
        expect(readJson(writeJson({ Item }))).toEqual({ Item })
      }),
    )
  })
})
