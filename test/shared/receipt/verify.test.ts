import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type PlaceholderSlot, placeholderJpeg } from '../../../shared/evidence/placeholder.ts'
import {
  receipt,
  receiptClaims,
  receiptEvent,
  receiptKeys,
  receiptTrail,
} from '../../support/receipt-example.ts'
import { brokenParts, type Given, verdicts, verifierText } from '../../support/receipts.ts'

/* The file that customers check receipts with, on a receipt such as the guide shows. */

const { organisationId, mode, verificationId } = receiptClaims
const slots = receiptClaims.photos.map(({ slot }) => slot as PlaceholderSlot)
const photos = new Map(slots.map(slot => [`${slot}.jpeg`, Buffer.from(placeholderJpeg(slot))]))
const trail = { organisationId, mode, verificationId, broken: null, entries: receiptTrail }

const whole: Given = {
  receipt,
  keys: receiptKeys.keys,
  event: Buffer.from(receiptEvent),
  photos,
  trail: Buffer.from(JSON.stringify(trail)),
}

/** What is checked first of all, for where nothing else is looked at. */
const signed = { receipt, keys: receiptKeys.keys }

const flipped = (bytes: Uint8Array, offset: number, bit = 0): Buffer => {
  const changed = Buffer.from(bytes)
  changed[offset]! ^= 1 << bit
  return changed
}

it('says what it was not given, and takes that for no fault', () => {
  expect(verdicts(signed)).toEqual({
    receipt: 'proven',
    keys: 'proven',
    event: 'not given',
    photos: 'not given',
    trail: 'not given',
  })
  expect(brokenParts(signed)).toEqual([])
})

describe('one byte that was altered', () => {
  it('of a receipt breaks it, whichever it is', () => {
    const bytes = Buffer.from(receipt)
    for (const offset of bytes.keys()) {
      const altered = flipped(bytes, offset).toString('latin1')
      expect(brokenParts({ ...signed, receipt: altered }), `${offset}`).toEqual(['receipt'])
    }
  })

  it('of an event breaks the event and nothing else, wherever it is', () => {
    const bytes = whole.event!
    for (let offset = 0; offset < bytes.length; offset += 13)
      expect(brokenParts({ ...signed, event: flipped(bytes, offset) }), `${offset}`).toEqual(['event'])
  })

  it('of a trail breaks the entry that it stands in, and what only that leads to', () => {
    const bytes = whole.trail!
    const text = bytes.toString()
    const starts = receiptTrail.map(entry => text.indexOf(JSON.stringify(entry)))
    const offsets = [...bytes.keys()].filter(offset => offset % 3 === 0)
    const wrong = offsets.flatMap(offset => {
      const parts = brokenParts({ ...signed, trail: flipped(bytes, offset) })
      // Outside of the entries, or where what it is in is no JSON any more, all of it is broken.
      const n = starts.findLastIndex(start => offset >= start) + 1
      const isNamed = parts.includes('trail') || parts.includes(`trail entry ${n}`)
      return isNamed && parts.every(part => part.startsWith('trail')) ? [] : [`${offset}: ${parts}`]
    })
    expect(wrong).toEqual([])
  })
})

it('facts of another kind than an object are none, though their digest is the same', () => {
  const isEmpty = ({ facts }: { readonly facts?: object }) =>
    facts !== undefined && Object.keys(facts).length === 0
  const entries = receiptTrail.map(entry => ({
    ...entry,
    events: entry.events.map(event => (isEmpty(event) ? { ...event, facts: [] } : event)),
  }))
  const altered = Buffer.from(JSON.stringify({ ...trail, entries }))
  expect(brokenParts({ ...whole, trail: altered })).toEqual(['trail entries 1 to 2'])
})

describe('a key', () => {
  const key = receiptKeys.keys[0]!
  const beginning = '1970-01-01T00:00:00.000Z'
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) as { x: string }
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: key.crv, kty: key.kty, x }))
    .digest('base64url')
  /** Two keys, this one and another, in the order and at the time given. */
  const inTurn = (from: string, first: object, next: object) => [
    { ...key, ...first, from: beginning, until: from },
    { ...key, ...next, from, until: null },
  ]
  const own = { kid: key.kid, x: key.x }
  const others = { kid, x }

  it('that is not in the list, or is another under the same name, proves nothing', () => {
    expect(brokenParts({ ...signed, keys: [] })).toEqual(['receipt', 'keys'])
    expect(brokenParts({ ...signed, keys: [{ ...key, x }] })).toEqual(['receipt', 'keys'])
    expect(brokenParts({ ...signed, keys: [{ ...key, ...others }] })).toEqual(['receipt'])
  })

  it('of somebody else’s that was altered is told, and leaves the receipt alone', () => {
    const [first, next] = inTurn('2027-01-01T00:00:00.000Z', own, others)
    expect(brokenParts({ ...signed, keys: [first!, next!] })).toEqual([])
    const changes = [{ x: key.x }, { kid: 'other' }, { from: beginning }, { until: beginning }]
    for (const change of [...changes, { note: 1 }, { use: 'enc' }, { compromisedSince: 'now' }])
      expect(brokenParts({ ...signed, keys: [first!, { ...next, ...change }] })).toEqual(['keys'])
    expect(brokenParts({ ...signed, keys: [first!] })).toEqual(['keys'])
  })

  it('is good for what became final in its period', () => {
    const ended = receiptClaims.completedAt
    expect(brokenParts({ ...signed, keys: inTurn(ended, own, others) })).toEqual(['receipt'])
    expect(brokenParts({ ...signed, keys: inTurn('2027-01-01T00:00:00.000Z', others, own) })).toEqual([
      'receipt',
    ])
  })

  it('that was in wrong hands is good for nothing, and a later one signs in its place', () => {
    const compromisedSince = '2026-11-30T00:00:00.000Z'
    const compromised = { ...others, compromisedSince }
    expect(brokenParts({ ...signed, keys: [{ ...key, compromisedSince }] })).toEqual(['receipt'])
    const from = '2026-12-01T00:00:00.000Z'
    expect(brokenParts({ ...signed, keys: inTurn(from, compromised, own) })).toEqual([])
    expect(brokenParts({ ...signed, keys: inTurn(from, others, own) })).toEqual(['receipt'])
  })
})

describe('the file by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = (...words: readonly string[]) =>
    new Promise<{ code: number; out: string; err: string }>(resolve => {
      execFile(process.execPath, ['verify.mjs', ...words], { cwd: folder }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      )
    })
  const save = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes)
  save('verify.mjs', verifierText)

  it('ends with 0, 1 or 2, and says in words what holds', async () => {
    await mkdir(join(folder, 'photos'))
    // An editor's last line break is no part of a receipt.
    save('receipt.jws', `${receipt}\n`)
    save('keys.json', JSON.stringify(receiptKeys))
    save('event.json', receiptEvent)
    save('my-trail.json', JSON.stringify(trail, null, 2))
    for (const [name, bytes] of photos) save(`photos/${name}`, bytes)
    const all = ['receipt.jws', 'keys.json', 'event.json', 'photos', 'my-trail.json']
    expect(await run(...all)).toEqual({
      code: 0,
      out: expect.stringMatching(/^proven +receipt: .*\nAll that was given is proven\.\n$/s),
      err: '',
    })
    const alone = await run('receipt.jws', 'keys.json')
    expect([alone.code, alone.out.trim().split('\n').at(-1)]).toEqual([
      0,
      'All that was given is proven; not given: event, photos, trail.',
    ])
    save('event.json', receiptEvent.replace('VERIFIED', 'VERIFLED'))
    const altered = await run(...all)
    expect([altered.code, altered.out.trim().split('\n').at(-1)]).toEqual([
      1,
      'Not all that was given is proven; unproven: event.',
    ])
    save('photos/a\u2028proven     b\u00a0.jpeg', '')
    const { code, out } = await run('receipt.jws', 'keys.json', 'photos')
    expect([code, out.includes('\u2028')]).toEqual([1, false])
    expect(out).toContain('file a\\u{2028}proven     b\\u{a0}.jpeg: the receipt names no such file')
    expect(out.trim().split('\n').at(-1)).toBe(
      'Not all that was given is proven; unknown: file a\\u{2028}proven     b\\u{a0}.jpeg; not given: event, trail.',
    )
    expect((await run('receipt.jws')).code).toBe(2)
    expect((await run('receipt.jws', 'receipt.jws')).err).toBe('receipt.jws: no list of keys\n')
    expect((await run('none.jws', 'keys.json')).code).toBe(2)
  })
})
