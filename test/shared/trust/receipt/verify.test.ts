import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type PlaceholderSlot, placeholderJpeg } from '../../../../shared/evidence/placeholder.ts'
import {
  receipt,
  receiptClaims,
  receiptEvent,
  receiptKeys,
  receiptTrail,
} from '../../../support/receipt-example.ts'
import { brokenParts, type Given, verdicts, verifierFile } from '../../../support/receipts.ts'

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

/** The same bytes but for one bit. */
const flipped = (bytes: Uint8Array, place: number, bit = 0): Buffer => {
  const changed = Buffer.from(bytes)
  changed[place]! ^= 1 << bit
  return changed
}

it('says of each part that it holds', () => {
  expect(slots).toHaveLength(4)
  expect(verdicts(whole)).toEqual({
    receipt: 'holds',
    event: 'holds',
    ...Object.fromEntries(slots.map(slot => [`photo ${slot}`, 'holds'])),
    trail: 'holds',
  })
})

it('says what it was not given, and takes that for no fault', () => {
  const { receipt, keys } = whole
  expect(new Set(Object.values(verdicts({ receipt, keys })))).toEqual(new Set(['holds', 'unchecked']))
  expect(brokenParts({ receipt, keys })).toEqual([])
})

describe('one byte that was altered', () => {
  it('of a receipt breaks it, whichever it is', () => {
    const bytes = Buffer.from(receipt)
    for (const place of bytes.keys()) {
      const altered = flipped(bytes, place).toString('latin1')
      expect(brokenParts({ ...signed, receipt: altered }), `${place}`).toEqual(['receipt'])
    }
  })

  it('of an event breaks the event and nothing else, wherever it is', () => {
    const bytes = whole.event!
    for (let place = 0; place < bytes.length; place += 13)
      expect(brokenParts({ ...signed, event: flipped(bytes, place) }), `${place}`).toEqual(['event'])
  })

  it.each(slots)('of a photo breaks that photo and no other: %s', slot => {
    const name = `${slot}.jpeg`
    const bytes = photos.get(name)!
    for (const place of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const altered = new Map([...photos, [name, flipped(bytes, place)]])
      expect(brokenParts({ ...whole, photos: altered })).toEqual([`photo ${slot}`])
    }
  })

  it('of a trail breaks the entry that it stands in, wherever it is', () => {
    const bytes = whole.trail!
    const text = bytes.toString()
    const starts = receiptTrail.map(entry => text.indexOf(JSON.stringify(entry)))
    const places = [...bytes.keys()].filter(place => place % 3 === 0)
    const wrong = places.flatMap(place => {
      const parts = brokenParts({ ...signed, trail: flipped(bytes, place) })
      // Outside of the entries, or where what it is in is no JSON any more, all of it is broken.
      const n = starts.findLastIndex(start => place >= start) + 1
      const isNamed = parts.length === 1 && ['trail', `trail entry ${n}`].includes(parts[0]!)
      return isNamed ? [] : [`${place}: ${parts}`]
    })
    expect(wrong).toEqual([])
  })
})

describe('a trail', () => {
  const trailWith = (entries: readonly object[]) =>
    brokenParts({ ...whole, trail: Buffer.from(JSON.stringify({ ...trail, entries })) })

  it('whose end was cut off, or whose entry is another, is broken there', () => {
    expect(trailWith(receiptTrail.slice(0, -1))).toEqual([`trail entry ${receiptTrail.length}`])
    expect(trailWith(receiptTrail.filter(({ n }) => n !== 2))).toEqual(['trail entry 2'])
    expect(trailWith(receiptTrail.with(1, receiptTrail[2]!))).toEqual(['trail entry 2'])
  })

  it('may have lost its facts to an erasure, and to nothing else', () => {
    const bare = receiptTrail.map(({ facts: _facts, salt: _salt, ...entry }) => entry)
    expect(trailWith(bare)).toEqual(['trail entry 1'])
  })

  it('of another verification is none of this one', () => {
    const other = Buffer.from(JSON.stringify({ ...trail, verificationId: verificationId + 1 }))
    expect(brokenParts({ ...whole, trail: other })).toEqual(['trail'])
  })
})

describe('a photo', () => {
  it('that is missing, or that the receipt does not know, is told', () => {
    const [first, ...others] = [...photos]
    expect(brokenParts({ ...whole, photos: new Map(others) })).toEqual([`photo ${slots[0]}`])
    const more = new Map([...photos, ['selfie.jpeg', first![1]]])
    expect(brokenParts({ ...whole, photos: more })).toEqual(['photo selfie.jpeg'])
  })

  it('may be called as its link calls it', () => {
    const called = new Map(
      slots.map(slot => [`${verificationId}-${slot.replace('.', '-')}.jpeg`, photos.get(`${slot}.jpeg`)!]),
    )
    expect(brokenParts({ ...whole, photos: called })).toEqual([])
  })
})

describe('a key', () => {
  const [key] = receiptKeys.keys
  const later = { ...key, kid: 'later', from: '2027-01-01T00:00:00.000Z' }

  it('that is not in the list, or is another under the same name, proves nothing', () => {
    expect(brokenParts({ ...whole, keys: [] })).toEqual(['receipt'])
    const other = { ...key, x: 'O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik' }
    expect(brokenParts({ ...whole, keys: [other] })).toEqual(['keys'])
  })

  it('is good for what became final in its period', () => {
    const until = receiptClaims.completedAt
    expect(brokenParts({ ...whole, keys: [{ ...key, until: later.from }, later] })).toEqual([])
    expect(
      brokenParts({
        ...whole,
        keys: [
          { ...key, until },
          { ...later, from: until },
        ],
      }),
    ).toEqual(['key'])
    expect(brokenParts({ ...whole, keys: [{ ...key, from: later.from }] })).toEqual(['key'])
  })

  it('that was in wrong hands is good for nothing, and a later one signs in its place', () => {
    const compromisedSince = '2026-11-30T00:00:00.000Z'
    expect(brokenParts({ ...whole, keys: [{ ...key, compromisedSince }] })).toEqual(['key'])
    const lost = {
      ...later,
      ...{ from: '1970-01-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z', compromisedSince },
    }
    const successor = { ...key, from: '2026-12-01T00:00:00.000Z' }
    expect(brokenParts({ ...whole, keys: [lost, successor] })).toEqual([])
    expect(brokenParts({ ...whole, keys: [{ ...lost, compromisedSince: null }, successor] })).toEqual(['key'])
  })
})

describe('the file by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = (...words: readonly string[]) =>
    new Promise<{ code: number; out: string; err: string }>(resolve => {
      execFile(process.execPath, [verifierFile, ...words], { cwd: folder }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      )
    })
  const save = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes)

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
      out: [
        'holds      receipt: address 890123456789012: VERIFIED, 2026-11-21T14:05:12.000Z, by https://api.example.com',
        'holds      event: evt_890123456789012_completed',
        ...slots.map(slot => `holds      photo ${slot}: taken 2026-11-21T13:52:40.000Z`),
        'holds      trail: 4 entries up to the receipt’s, 4 in all',
        'All that was given holds.\n',
      ].join('\n'),
      err: '',
    })
    save('event.json', receiptEvent.replace('VERIFIED', 'VERIFLED'))
    save(`photos/${slots[1]}.jpeg`, 'another picture')
    const altered = await run(...all)
    expect([altered.code, altered.out.trim().split('\n').at(-1)]).toEqual([
      1,
      `Does not hold: event, photo ${slots[1]}.`,
    ])
    expect((await run('receipt.jws')).code).toBe(2)
    expect((await run('receipt.jws', 'receipt.jws')).err).toBe('receipt.jws: no list of keys\n')
    expect((await run('none.jws', 'keys.json')).code).toBe(2)
  })
})
