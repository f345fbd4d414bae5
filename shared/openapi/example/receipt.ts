import { createPrivateKey, sign } from 'node:crypto'
import type * as z from 'zod/mini'
import { Envelope } from '../../event/contract.ts'
import { encode } from '../../event/encode.ts'
import { toEventDraft } from '../../event/event.ts'
import { publicationIn, toPublishedTrailEvent } from '../../event/publication.ts'
import { parsePhotoFile } from '../../evidence/photo.ts'
import type { TrailEntry } from '../../trail/contract.ts'
import { nextEntry, type TrailEvent, type TrailEntryRef, trailStart } from '../../trail/entry.ts'
import { ReceiptClaims, type ReceiptKeys, receiptType } from '../../trust/receipt/contract.ts'
import { toVerificationClaims } from '../../trust/receipt/verification-claims.ts'
import { photoSlots } from '../../verification/report.ts'
import { verificationKeyOf } from '../../verification/verification.ts'
import { ended, endedAt, events } from './verification.ts'

/** Everybody knows this key: it is the one of RFC 8037, Appendix A. */
const jwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
} as const
const kid = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'

export const receiptKeys: z.infer<typeof ReceiptKeys> = {
  keys: [
    {
      ...{ kty: 'OKP', crv: 'Ed25519', x: jwk.x, kid, use: 'sig', alg: 'EdDSA' },
      ...{ from: '1970-01-01T00:00:00.000Z', until: null, compromisedSince: null },
    },
  ],
}

const verification = ended('address', 'verified')
const key = verificationKeyOf(verification)

/** The body of the event that the receipt names. */
export const receiptEvent = encode(Envelope.parse(events('address')['address-verified']))

const about = { event: 'address', eventType: 'verification_completed', occurredAt: endedAt } as const
const happened: readonly TrailEvent[] = [
  { what: 'claimed', by: 'agent-1' },
  { what: 'reported', by: 'agent-1' },
  { what: 'decided', by: 'reviewer-1', facts: { outcome: 'verified' } },
  toPublishedTrailEvent({ ...toEventDraft(key, about), createdAt: endedAt }, receiptEvent)!,
]

const follow = (before: TrailEntryRef, [event, ...rest]: readonly TrailEvent[]): readonly TrailEntry[] => {
  if (!event) return []
  const entry = nextEntry(before, endedAt, event, `${before.n}`.repeat(32))
  return [entry, ...follow(entry, rest)]
}

/** Its trail, up to where it was told. */
export const receiptTrail = follow(trailStart(key), happened)

const told = publicationIn(receiptTrail, `evt_${verification.id}_completed`)!
/** The sandbox's drawings, as if somebody had taken them. */
const photos = [...photoSlots(verification.report!)].map(([file, slot]) => ({
  ...{ slot, sha256: parsePhotoFile(file)!.sha256 },
  ...{ takenAt: '2026-11-21T13:52:40.000Z', distanceMetres: 14 },
}))
const claimed = toVerificationClaims(verification, told, photos)

export const receiptHeader = { alg: 'EdDSA', kid, typ: receiptType } as const
export const receiptClaims = ReceiptClaims.parse({ iss: 'https://api.example.com', ...claimed })

const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = `${partOf(receiptHeader)}.${partOf(receiptClaims)}`
const signature = sign(null, Buffer.from(signed), createPrivateKey({ key: jwk, format: 'jwk' }))

/** The receipt of the example's verification. */
export const receipt = `${signed}.${signature.toString('base64url')}`
