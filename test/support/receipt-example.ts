import { createPrivateKey, sign } from 'node:crypto'
import type * as z from 'zod/mini'
import { buildEnvelope, toEventBytes, toPublishedTrailEvent } from '../../shared/event/envelope.ts'
import { toEventDraft } from '../../shared/event/event.ts'
import { publicationIn } from '../../shared/event/publication.ts'
import { parsePhotoFile } from '../../shared/evidence/photo.ts'
import { operationExamples } from '../../shared/openapi/examples.ts'
import { simulationOf } from '../../shared/sandbox/agent/report.ts'
import type { TrailEntry } from '../../shared/trail/contract.ts'
import {
  eventsIn,
  nextEntry,
  type TrailEntryRef,
  type TrailEvent,
  trailStart,
} from '../../shared/trail/entry.ts'
import { ReceiptClaims, receiptType } from '../../shared/receipt/contract.ts'
import type { ReceiptKeys } from '../../shared/signing/contract.ts'
import { toVerificationClaims } from '../../shared/receipt/verification-receipt.ts'
import { CreateAddress } from '../../shared/verification/contract/address.ts'
import { definitionOf } from '../../shared/verification/product/definitions.ts'
import { photoSlots } from '../../shared/verification/report.ts'
import { type Verification, verificationKeyOf } from '../../shared/verification/verification.ts'

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
      kty: 'OKP',
      crv: 'Ed25519',
      x: jwk.x,
      kid,
      use: 'sig',
      alg: 'EdDSA',
      from: '1970-01-01T00:00:00.000Z',
      until: null,
      compromisedSince: null,
    },
  ],
}

const endedAt = '2026-11-21T14:05:12.000Z'
const order = operationExamples.createAddress!.body
const accepted = definitionOf.address.order(CreateAddress.parse(order), {
  id: 890123456789012,
  applicantId: 890123456789099,
  organisationId: 1,
  mode: 'test',
  clientId: 'test-7f3c',
  now: '2026-11-20T09:30:00.000Z',
})
const verification = {
  ...accepted,
  outcome: 'verified',
  updatedAt: endedAt,
  approvedAt: endedAt,
  price: definitionOf.address.priceNgn,
  report: simulationOf.address.report(accepted, { at: endedAt, outcome: 'verified' }),
} as Verification
const key = verificationKeyOf(verification)

/** The body of the event that the receipt names. */
export const receiptEvent = toEventBytes(
  buildEnvelope(
    verification,
    'verification_completed',
    path => `https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbi1vZi1h.${path.split('/').at(-1)}`,
  ),
)

const about = { event: 'address', eventType: 'verification_completed', occurredAt: endedAt } as const
const happened: readonly TrailEvent[] = [
  { what: 'claimed', by: 'agent-1' },
  { what: 'reported', by: 'agent-1' },
  { what: 'decided', by: 'reviewer-1', facts: { outcome: 'verified' } },
  toPublishedTrailEvent({ ...toEventDraft(key, about), createdAt: endedAt }, receiptEvent)!,
]

export const follow = (
  before: TrailEntryRef,
  [event, ...rest]: readonly TrailEvent[],
): readonly TrailEntry[] => {
  if (!event) return []
  const entry = nextEntry(before, endedAt, [event], () => `${before.n}`.repeat(32))
  return [entry, ...follow(entry, rest)]
}

/** Its trail, up to where it was told. */
export const receiptTrail = follow(trailStart(key), happened)

const told = publicationIn(eventsIn(receiptTrail), `evt_${verification.id}_completed`)!
/** The sandbox's drawings, as if somebody had taken them. */
const photos = [...photoSlots(verification.report!)].map(([file, slot]) => ({
  slot,
  sha256: parsePhotoFile(file)!.sha256,
  takenAt: '2026-11-21T13:52:40.000Z',
  distanceMetres: 14,
}))
const claimed = toVerificationClaims(verification, told, photos)

export const receiptClaims = ReceiptClaims.parse({ iss: 'https://api.example.com', ...claimed })

const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A compact JWS by the key that everybody knows. */
export const signed = (typ: string, claims: object): string => {
  const text = `${partOf({ alg: 'EdDSA', kid, typ })}.${partOf(claims)}`
  const signature = sign(null, Buffer.from(text), createPrivateKey({ key: jwk, format: 'jwk' }))
  return `${text}.${signature.toString('base64url')}`
}

/** The receipt of a verification, which anybody can sign again. */
export const receipt = signed(receiptType, receiptClaims)
