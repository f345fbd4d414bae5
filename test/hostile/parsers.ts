import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { parseEndpointEventId, parseRevision } from '../../shared/event/event.ts'
import { importDeviceKey, isSignedBy, readRecord } from '../../shared/evidence/capture-record.ts'
import { DeviceKey, refusals } from '../../shared/evidence/contract.ts'
import { readFileToken, signFileToken } from '../../shared/evidence/file-token.ts'
import { reencodeImage } from '../../shared/evidence/image.ts'
import { parsePhotoFile } from '../../shared/evidence/photo.ts'
import { Problem } from '../../shared/http/contract/problem.ts'
import { email, phone, printable, text } from '../../shared/http/contract/text.ts'
import { decodeCursor, encodeCursor } from '../../shared/http/cursor.ts'
import { parseRetryAfter } from '../../shared/http/retry-after.ts'
import { foldName, sameName } from '../../shared/identity/matching/name.ts'
import { parseApplicantForm } from '../../shared/link/applicant-statement.ts'
import { type LinkPurpose, purposes } from '../../shared/link/link.ts'
import { readLinkToken, signLinkToken } from '../../shared/link/token.ts'
import { evidenceKey, parseEvidenceKey } from '../../shared/verification/report.ts'
import { parseCloudArn } from '../../shared/webhook/cloud/arn.ts'
import { checkUrl } from '../../shared/webhook/transport/destination.ts'
import { metresBetween } from '../../shared/location/position.ts'
import { newDevice } from '../support/capture.ts'
import { jpegOf, vips } from '../support/pictures.ts'
import { address } from '../support/reports.ts'

/* What strangers send, drawn at random or one change away from what is right, and what its parser promises of it. */

export interface ParserPromise {
  readonly parser: string
  /** How much dearer one draw is than one of the others. */
  readonly cost: number
  check(parameters: fc.Parameters<unknown>): void
}

const promise = <Value>(
  parser: string,
  arbitrary: fc.Arbitrary<Value>,
  holds: (value: Value) => void,
  cost = 1,
): ParserPromise => ({
  parser,
  cost,
  check: parameters => fc.assert(fc.property(arbitrary, holds), parameters as fc.Parameters<[Value]>),
})

const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 }))
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.constantFrom('', '.', '%', '\\', '@', '-', '='),
  fc.constantFrom(...letters),
)

/** A right text with one place replaced, removed or doubled, and now and then any other text. */
const changed = (right: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.tuple(right, fc.nat(), fc.nat(3), piece) },
      { weight: 1, arbitrary: anything.map(other => [other, 0, 0, ''] as const) },
    )
    .map(([whole, at, length, put]) => {
      const start = at % (whole.length + 1)
      return whole.slice(0, start) + put + whole.slice(start + length)
    })

const id = fc.integer({ min: 1, max: 2 ** 53 - 1 })
const mode = fc.constantFrom('test' as const, 'live' as const)
const key = 'a key of the tests'
const nowMs = Date.parse('2026-11-26T08:00:00Z')

const cursorForm = /^\d{1,16}$/

const linkToken = fc.record({
  purpose: fc.constantFrom(...(Object.keys(purposes) as LinkPurpose[])),
  mode,
  organisationId: id,
  verificationId: id,
  number: fc.integer({ min: 1, max: 0xffff }),
  endsAtSeconds: fc.integer({ min: 1, max: 0xffff_ffff }),
})

const fileToken = fc
  .record({ organisationId: id, verificationId: id, reader: fc.option(fc.string(), { nil: undefined }) })
  .map(({ organisationId, verificationId, reader }) => {
    const objectKey = `evidence/${organisationId}/live/${verificationId}/a.jpeg`
    return signFileToken({ objectKey, reader: reader || undefined }, nowMs / 1000 + 60, key)
  })

const device = newDevice()
const deviceKey = importDeviceKey(device.publicKey)!
const record = fc.integer({ min: 1, max: 1000 }).map(size => device.capture('7-8', new Uint8Array(size)))

const url = fc.oneof(
  fc.webUrl({ validSchemes: ['https'], withFragments: true, withQueryParameters: true }),
  fc.tuple(fc.domain(), fc.nat(70_000)).map(([domain, port]) => `https://${domain}:${port}/hook`),
  fc
    .oneof(
      fc.ipV4Extended(),
      fc.ipV6().map(each => `[${each}]`),
    )
    .map(host => `https://${host}/`),
)
const strict = { allowHttp: false, allowLoopback: false }

const field = fc.oneof(
  anything,
  fc.constantFrom('given', 'refused', 'yes', '6.6018, 3.3515', '91 0', '0;181', '0803 123 4567', '\r\n\t'),
)
const checked = address()
const house = { latitude: checked.initialLatitude, longitude: checked.initialLongitude }
const applicantForm = fc.dictionary(
  fc.constantFrom('consent', 'time', 'phone', 'place', 'position', 'moved', 'newAddress', '__proto__'),
  field,
)

const jpeg = jpegOf(160, 120)
/** Mostly in what stands before the pixels: markers, lengths, tables. */
const brokenJpeg = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fc.nat(700) }, { weight: 1, arbitrary: fc.nat() }),
      fc.nat(255),
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .chain(changes =>
    fc.option(fc.nat(jpeg.length), { nil: jpeg.length }).map(length => {
      const bytes = jpeg.slice(0, length)
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
      return bytes
    }),
  )

const name = fc.oneof(anything, fc.string({ unit: fc.constantFrom(...'aàɓọ́ʼ-. \u200dAbdul'), maxLength: 20 }))

export const parserPromises: readonly ParserPromise[] = [
  promise('a cursor', changed(id.map(each => encodeCursor(each)!)), cursor => {
    try {
      assert.match(decodeCursor(cursor, cursorForm)!, cursorForm)
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === 'invalid_request', `${error}`)
    }
  }),
  promise('a link’s token', changed(linkToken.map(each => signLinkToken(each, key))), token => {
    const read = readLinkToken(token, key)
    // No second spelling of a token opens the same link, but for the punctuation behind it.
    if (read) assert.equal(signLinkToken(read, key), token.replace(/[\p{P}>]+$/u, ''))
  }),
  promise('a photo’s token', changed(fileToken), token => {
    const read = readFileToken(token, key, nowMs)
    if (read) assert.equal(signFileToken(read, nowMs / 1000 + 60, key), token.replace(/[\p{P}>]+$/u, ''))
  }),
  promise('a device’s record', changed(record), signed => {
    const read = readRecord(signed)
    if (read === undefined) return
    assert.ok(read.size > 0)
    isSignedBy(signed, deviceKey)
  }),
  promise('a device’s key', changed(fc.constant(device.publicKey.x)), x => {
    const read = z.safeParse(DeviceKey, { ...device.publicKey, x })
    const imported = read.data && importDeviceKey(read.data)
    // The same key is the same device, since it has one spelling.
    if (imported) assert.equal(imported.export({ format: 'jwk' }).x, x)
  }),
  promise('a webhook’s URL', changed(url), typed => {
    const checked = checkUrl(typed, strict)
    if (!checked.ok) return assert.ok(checked.detail.length > 0)
    const { protocol, hostname, href, username, password } = checked.url
    assert.deepEqual([protocol, username, password], ['https:', '', ''])
    assert.equal(isIP(hostname.replace(/^\[|\]$/g, '')), 0)
    assert.match(hostname, /^[\w-]+(\.[\w-]+)+$/)
    // What is stored is refused or changed by no later check.
    assert.deepEqual(checkUrl(href, strict), checked)
    // The host as plain text stands where every other parser looks for it.
    assert.equal(/^https:\/\/([^/?#:]*)/i.exec(href)?.[1], hostname)
  }),
  promise(
    'an ARN',
    changed(
      fc.constantFrom(
        'arn:aws:sqs:eu-west-1:111122223333:orders',
        'arn:aws:events:us-east-1:111122223333:event-bus/main',
      ),
    ),
    arn => {
      const read = parseCloudArn(arn)
      if (!read) return
      assert.match(read.region, /^[a-z0-9-]+$/)
      assert.match(read.name, /^[\w.-]+$/)
    },
  ),
  promise('a telephone number', changed(fc.constantFrom('+234 803 123 4567', '(0803) 123-4567')), typed => {
    const read = z.safeParse(phone, typed)
    if (!read.success) return
    assert.match(read.data, /^\+?\d{7,15}$/)
    assert.deepEqual(z.parse(phone, read.data), read.data)
  }),
  promise('an email address', changed(fc.emailAddress()), typed => {
    const read = z.safeParse(email, typed)
    if (read.success) assert.match(read.data, /^[^\s@<>"]+@[^\s@<>"]+$/)
  }),
  promise('a text', anything, typed => {
    const read = z.safeParse(text(100), typed)
    if (!read.success) return
    assert.match(read.data, printable)
    assert.deepEqual(
      [read.data.trim(), read.data.length > 0, read.data.length <= 100],
      [read.data, true, true],
    )
  }),
  promise('a name', fc.tuple(name, name), ([one, other]) => {
    assert.equal(foldName(foldName(one)), foldName(one))
    assert.equal(sameName(one, other), sameName(other, one))
  }),
  promise('an applicant’s form', applicantForm, form => {
    const read = parseApplicantForm(form, { at: '2026-11-26T08:00:00.000Z', verification: checked })
    if (read.kind === 'wrong') return assert.ok(Object.keys(read.wrong).length > 0)
    const { latitude, longitude, ...said } = read.value
    assert.ok(latitude === undefined || metresBetween({ latitude, longitude: longitude! }, house) < 50_000)
    for (const each of Object.values(said)) if (typeof each === 'string') assert.match(each, printable)
  }),
  promise('a Retry-After', changed(fc.constantFrom('120', 'Thu, 26 Nov 2026 08:01:00 GMT')), header => {
    const seconds = parseRetryAfter(header, new Date(nowMs))
    assert.ok(seconds === undefined || (Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400))
  }),
  promise('an event’s id', changed(id.map(each => `evt_${each}_disabled_2`)), eventId => {
    const read = parseEndpointEventId(eventId)
    if (read) assert.match(eventId, /^evt_\d+_disabled_\d+$/)
    const revision = parseRevision(eventId)
    assert.ok(revision === undefined || Number.isInteger(revision))
  }),
  promise(
    'a photo’s key',
    changed(
      fc
        .tuple(id, mode, id)
        .map(([organisationId, mode, id]) =>
          evidenceKey({ organisationId, mode, id }, `visit-${'a'.repeat(64)}.jpeg`),
        ),
    ),
    objectKey => {
      const read = parseEvidenceKey(objectKey)
      if (!read) return
      assert.ok(!read.photo.includes('/'))
      const named = parsePhotoFile(read.photo)
      if (named) assert.match(named.sha256, /^[0-9a-f]{64}$/)
    },
  ),
  promise(
    'a JPEG',
    brokenJpeg,
    bytes => {
      const read = reencodeImage(vips, bytes)
      if (typeof read === 'string') return assert.ok(refusals.includes(read))
      assert.ok(read.width <= 2000 && read.height <= 2000)
    },
    25,
  ),
]
