import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Link, type LinkKey, purposeOf, purposes } from './link.ts'

/** It names nobody. */
export type LinkToken = LinkKey & Pick<Link, 'endsAtSeconds'>

/*
 * 39 bytes: purpose and mode (1), organisation (8), verification (8), number (2), end (4), and of the HMAC 16: 52
 * characters of base64url without a spare bit. A link of the longest host that API Gateway gives has 120.
 */
const payloadBytes = 23
const signatureBytes = 16
const form = /^[\w-]{52}$/
const liveBit = 0x80

const signatureOf = (payload: Buffer, key: string): Buffer =>
  createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes)

const payloadOf = (token: LinkToken): Buffer => {
  const payload = Buffer.alloc(payloadBytes)
  payload.writeUInt8(purposes[token.purpose].code | (token.mode === 'live' ? liveBit : 0), 0)
  payload.writeBigUInt64BE(BigInt(token.organisationId), 1)
  payload.writeBigUInt64BE(BigInt(token.verificationId), 9)
  payload.writeUInt16BE(token.number, 17)
  payload.writeUInt32BE(token.endsAtSeconds, 19)
  return payload
}

/** Nobody can guess it without the stage's key, and a forged one is recognised without a read. */
export const signLinkToken = (token: LinkToken, key: string): string => {
  const payload = payloadOf(token)
  return Buffer.concat([payload, signatureOf(payload, key)]).toString('base64url')
}

/** Expired ones included; undefined if it was not made with this key. */
export const readLinkToken = (token: string, key: string): LinkToken | undefined => {
  if (!form.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const payload = bytes.subarray(0, payloadBytes)
  if (!timingSafeEqual(bytes.subarray(payloadBytes), signatureOf(payload, key))) return undefined
  const first = payload.readUInt8(0)
  const purpose = purposeOf(first & ~liveBit)
  return (
    purpose && {
      purpose,
      mode: first & liveBit ? 'live' : 'test',
      organisationId: Number(payload.readBigUInt64BE(1)),
      verificationId: Number(payload.readBigUInt64BE(9)),
      number: payload.readUInt16BE(17),
      endsAtSeconds: payload.readUInt32BE(19),
    }
  )
}
