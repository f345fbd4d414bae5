import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signWith,
} from 'node:crypto'

const hmacPrefix = 'whsec_'
const privatePrefix = 'whsk_'
const publicPrefix = 'whpk_'
const secretBytes = 32
const cachedKeys = 1000

// RFC 8410 §7: the fixed head of a PKCS #8 document that holds one Ed25519 seed.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface Signable {
  /** The event's id, the same on every retry. No full stop, no space: both separate what is signed. */
  readonly id: string
  readonly timestampSeconds: number
  /** The exact body that is sent. */
  readonly body: string
  /** The live secrets, newest first: `whsec_…` signs with HMAC, `whsk_…` with Ed25519. */
  readonly secrets: readonly string[]
}

/** A new HMAC secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks asks for 24 to 64 bytes). */
export const newSecret = (random: (size: number) => Uint8Array = randomBytes): string =>
  hmacPrefix + Buffer.from(random(secretBytes)).toString('base64')

/** A new Ed25519 pair: `whsk_` and the 32-byte seed, `whpk_` and the 32-byte public key, both in base64. */
export const newKeyPair = (): { secret: string; publicKey: string } => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-secretBytes)
  const secret = privatePrefix + seed.toString('base64')
  return { secret, publicKey: publicKeyOf(secret) }
}

/** What a new endpoint signs with, and what a rotation replaces it by. */
export const newSecrets = ({ ed25519 }: { ed25519: boolean }): { secret: string; publicKey?: string }[] => [
  { secret: newSecret() },
  ...(ed25519 ? [newKeyPair()] : []),
]

/** The `whpk_…` form that belongs to a `whsk_…` secret. Throws TypeError for anything else. */
export const publicKeyOf = (secret: string): string => {
  if (!secret.startsWith(privatePrefix)) throw new TypeError('Only a whsk_ secret has a public key')
  const spki = createPublicKey(keyOf(secret)).export({ format: 'der', type: 'spki' })
  return publicPrefix + spki.subarray(-secretBytes).toString('base64')
}

/**
 * The value of `webhook-signature`: one signature per live secret, space-separated.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * Throws TypeError without a secret, for an ill-formed one, and for an id that could blur what was signed.
 */
export const sign = ({ id, timestampSeconds, body, secrets }: Signable): string => {
  if (secrets.length === 0) throw new TypeError('At least one secret must sign')
  if (!/^[\w~:/+=-]{1,256}$/.test(id)) throw new TypeError('The id has characters that cannot be signed')
  if (!Number.isSafeInteger(timestampSeconds)) throw new TypeError('The timestamp must be whole seconds')
  const content = `${id}.${timestampSeconds}.${body}`
  return secrets.map(secret => signatureBy(secret, content)).join(' ')
}

/**
 * Hex HMAC-SHA512 of the body. The key is the whole secret string as the integrator reads it, `whsec_`
 * included and not base64-decoded: that is what existing handlers of this header pass to their HMAC.
 */
export const hexSignature = (secret: string, body: string): string =>
  createHmac('sha512', secret).update(body).digest('hex')

/** Each holds one value: by the newest HMAC secret, and after a rotation by the one before it while that lives. */
export const hexHeaders = ['x-verifyme-signature', 'x-verifyme-signature-previous'] as const

/** The headers of one attempt. `hasHexSignature` adds the hex ones; an endpoint that has only Ed25519 keys does not get them. */
export const signedHeaders = (attempt: Signable & { hasHexSignature?: boolean }): Record<string, string> => {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'verification-service-webhooks/1',
    'webhook-id': attempt.id,
    'webhook-timestamp': String(attempt.timestampSeconds),
    'webhook-signature': sign(attempt),
  }
  if (!attempt.hasHexSignature) return headers
  const shared = attempt.secrets.filter(secret => secret.startsWith(hmacPrefix))
  for (const [index, name] of hexHeaders.entries())
    if (shared[index]) headers[name] = hexSignature(shared[index], attempt.body)
  return headers
}

const signatureBy = (secret: string, content: string): string => {
  const key = keyOf(secret)
  if (key.type === 'secret') return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return `v1a,${signWith(null, Buffer.from(content), key).toString('base64')}`
}

const keys = new Map<string, KeyObject>()

const keyOf = (secret: string): KeyObject => {
  const known = keys.get(secret)
  if (known) return known
  const key = parse(secret)
  if (keys.size >= cachedKeys) keys.clear()
  keys.set(secret, key)
  return key
}

const parse = (secret: string): KeyObject => {
  const bytes = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  if (secret.startsWith(hmacPrefix) && bytes.length >= 24 && bytes.length <= 64) return createSecretKey(bytes)
  // Some implementations write seed and public key in one: the seed is the first half.
  if (secret.startsWith(privatePrefix) && (bytes.length === 32 || bytes.length === 64)) {
    const der = Buffer.concat([pkcs8Head, bytes.subarray(0, secretBytes)])
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  }
  throw new TypeError('A secret must be whsec_ or whsk_ and base64')
}
