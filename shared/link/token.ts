import { createHmac, timingSafeEqual } from 'node:crypto'
import { lettersAndDigits } from '../account/credential.ts'
import { type Link, type LinkKey, purposeOf, purposes } from './link.ts'

/** It names nobody. */
export type LinkToken = LinkKey & Pick<Link, 'endsAtSeconds'>

/*
 * 39 bytes: purpose and mode (1), organisation (8), verification (8), number (2), end (4), and of the HMAC 16. As a number
 * of base 62 they have 53 letters and digits. A link of the longest host that API Gateway gives has 121.
 */
const payloadBytes = 23
const signatureBytes = 16
const tokenBytes = payloadBytes + signatureBytes
const tokenLength = 53
const liveBit = 0x80

/**
 * Messengers add the punctuation behind a link to it. Links that were sent before 2026-12 have 52 characters of base64url,
 * of which a telephone leaves out those "-" that are the last.
 */
const form = /^(?:([0-9A-Za-z]{53})|([\w-]{50,52}))[\p{P}>]*$/u

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

const toText = (bytes: Buffer): string => {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let count = 0; count < tokenLength; count++) {
    text = lettersAndDigits[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}

/** Undefined for a number that needs more bytes: a token has one spelling. */
const toBytes = (text: string): Buffer | undefined => {
  let number = 0n
  for (const letter of text) number = number * 62n + BigInt(lettersAndDigits.indexOf(letter))
  const digits = number.toString(16).padStart(tokenBytes * 2, '0')
  return digits.length === tokenBytes * 2 ? Buffer.from(digits, 'hex') : undefined
}

const bytesOf = (token: string): Buffer | undefined => {
  const [, sent, earlier] = form.exec(token) ?? []
  if (sent !== undefined) return toBytes(sent)
  return earlier === undefined ? undefined : Buffer.from(earlier.padEnd(52, '-'), 'base64url')
}

/** Nobody can guess it without the stage's key, and a forged one is recognised without a read. */
export const signLinkToken = (token: LinkToken, key: string): string => {
  const payload = payloadOf(token)
  return toText(Buffer.concat([payload, signatureOf(payload, key)]))
}

/** Expired ones included; undefined if it was not made with this key. */
export const readLinkToken = (token: string, key: string): LinkToken | undefined => {
  const bytes = bytesOf(token)
  if (!bytes) return undefined
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
