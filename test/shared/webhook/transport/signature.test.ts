import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import {
  hexSignature,
  newKeyPair,
  newSecret,
  newSecrets,
  publicKeyOf,
  type Signable,
  sign,
  signedHeaders,
} from '../../../../shared/webhook/transport/signature.ts'
import { forMany } from '../../../support/for-all.ts'

// Computed with Python's hmac and with openssl pkeyutl, not with this code.
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const olderSecret = 'whsec_ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1+f4CBgoM='
const privateKey = 'whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const publicKey = 'whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg='
const signature = 'v1,mFg2DFh8VFViRG1ypILhvbdMmSmGErmjOxG0UdUHOzk='
const olderSignature = 'v1,92fyjtdUdCbv9dLKUunz3jG8C9PSxjCwxFsIEIZ2/2w='
const asymmetricSignature =
  'v1a,y+izM4dCO39Uyzffve+LCW8Xq0qUFumBNumw0BVtQW1B08j4JmJ1FuMKnRkt6m8U2BpIo3gK/mvF6uaV29YOCA=='
const hex =
  '8a7182f32c0d69cb93c46ab35991d497db5f671e913f868b8a24be3bb19e0ead' +
  '003beaba86ece04a8c03c149d2b058cbcb3b07b2e6447d513946cc15f50f741d'

const event: Signable = {
  id: 'evt_9007199254740991',
  timestampSeconds: 1_795_132_800,
  body: '{"event":"address","data":{"customerReference":"Ọjà 7"}}',
  secrets: [secret],
}

describe('a signature', () => {
  it('is the HMAC that any other implementation computes', () => expect(sign(event)).toBe(signature))

  it('comes once per live secret, so that a rotation loses nothing', () => {
    expect(sign({ ...event, secrets: [secret, olderSecret] })).toBe(`${signature} ${olderSignature}`)
  })

  it('can be Ed25519, so that the receiver holds nothing to steal', () => {
    expect(sign({ ...event, secrets: [privateKey] })).toBe(asymmetricSignature)
    expect(sign({ ...event, secrets: [secret, privateKey] })).toBe(`${signature} ${asymmetricSignature}`)
  })

  it('is the same with a private key that carries its public half', () => {
    const both = Buffer.concat([privateKey, publicKey].map(key => Buffer.from(key.slice(5), 'base64')))
    expect(sign({ ...event, secrets: [`whsk_${both.toString('base64')}`] })).toBe(asymmetricSignature)
  })

  it('is refused without a secret, with one that is too short, and for an id or time that could blur it', () => {
    const key = 'A secret must be whsec_ or whsk_ and base64'
    const id = 'The id has characters that cannot be signed'
    const time = 'The timestamp must be whole seconds'
    const bytes = (prefix: string, size: number) => prefix + Buffer.alloc(size).toString('base64')
    const wrong: [Partial<Signable>, string][] = [
      [{ secrets: [] }, 'At least one secret must sign'],
      ...['', 'plain', publicKey, bytes('whsec_', 23), bytes('whsec_', 65), bytes('whsk_', 33)].map(
        (secret): [Partial<Signable>, string] => [{ secrets: [secret] }, key],
      ),
      ...['a.b', '', 'a b', 'a\r\nx: y'].map((id_): [Partial<Signable>, string] => [{ id: id_ }, id]),
      ...[1.5, Number.NaN].map((each): [Partial<Signable>, string] => [{ timestampSeconds: each }, time]),
    ]
    for (const [each, words] of wrong)
      expect(() => sign({ ...event, ...each }), JSON.stringify(each)).toThrow(new TypeError(words))
    for (const size of [24, 64]) expect(sign({ ...event, secrets: [bytes('whsec_', size)] })).toMatch(/^v1,/)
  })

  it.each([
    ['standardwebhooks', StandardWebhook],
    ['svix', SvixWebhook],
  ])('of any body convinces a receiver that uses %s, and of a changed body does not', (_name, Receiver) => {
    forMany(60)(fc.json(), fc.stringMatching(/^[a-z0-9_]{1,40}$/), (body, id) => {
      const secrets = [newSecret(), newSecret()]
      const headers = signedHeaders({ id, timestampSeconds: Math.floor(Date.now() / 1000), body, secrets })
      for (const each of secrets) {
        const receiver = new Receiver(each)
        expect(receiver.verify(body, headers)).toEqual(JSON.parse(body))
        expect(() => receiver.verify(`${body} `, headers)).toThrow()
      }
      expect(() => new Receiver(newSecret()).verify(body, headers)).toThrow()
    })
  })
})

describe('a key', () => {
  it('of 32 random bytes makes a secret', () => {
    expect(newSecret(size => Buffer.alloc(size, 7))).toBe(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(newSecret()).not.toBe(newSecret())
  })

  it('pair has the public half that openssl derives', () => expect(publicKeyOf(privateKey)).toBe(publicKey))

  it('pair that is new signs what its public half verifies', () => {
    const pair = newKeyPair()
    const value = sign({ ...event, secrets: [pair.secret] }).slice('v1a,'.length)
    const x = Buffer.from(pair.publicKey.slice('whpk_'.length), 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const content = Buffer.from(`${event.id}.${event.timestampSeconds}.${event.body}`)
    expect(verify(null, content, key, Buffer.from(value, 'base64'))).toBe(true)
    expect(verify(null, Buffer.from(`${content} `), key, Buffer.from(value, 'base64'))).toBe(false)
  })

  it('that is shared has no public half', () =>
    expect(() => publicKeyOf(secret)).toThrow(new TypeError('Only a whsk_ secret has a public key')))

  it('of a new endpoint is shared, with a pair beside it if asked for', () => {
    expect(newSecrets({ ed25519: false })).toEqual([{ secret: expect.stringMatching(/^whsec_/) }])
    const pair = { secret: expect.stringMatching(/^whsk_/), publicKey: expect.stringMatching(/^whpk_/) }
    expect(newSecrets({ ed25519: true }).slice(1)).toEqual([pair])
  })

  it('still signs rightly after more endpoints than are remembered', () => {
    for (let count = 0; count < 1100; count += 1) {
      const secrets = [newSecret()]
      const signer = new StandardWebhook(secrets[0] ?? '')
      const expected = signer.sign(event.id, new Date(event.timestampSeconds * 1000), event.body)
      if (sign({ ...event, secrets }) !== expected) throw new Error(`wrong after ${count} endpoints`)
    }
    expect(sign(event)).toBe(signature)
  })
})

describe('the headers of an attempt', () => {
  it('are those of Standard Webhooks and nothing of ours, unless asked for', () => {
    expect(signedHeaders(event)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'verification-service-webhooks/1',
      'webhook-id': event.id,
      'webhook-timestamp': '1795132800',
      'webhook-signature': signature,
    })
  })

  it('carry, if asked for, the hex signature that existing handlers check', () => {
    expect(hexSignature(secret, event.body)).toBe(hex)
    expect(signedHeaders({ ...event, secrets: [secret, olderSecret], hasHexSignature: true })).toMatchObject({
      'x-verifyme-signature': hex,
      'x-verifyme-signature-previous': hexSignature(olderSecret, event.body),
    })
  })

  it('carry no hex signature for an endpoint that shares no secret', () => {
    const headers = signedHeaders({ ...event, secrets: [privateKey], hasHexSignature: true })
    expect(headers['x-verifyme-signature']).toBeUndefined()
  })
})
