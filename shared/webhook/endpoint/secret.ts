import type { WebhookSecret } from '../contract.ts'

/** An HMAC secret or an Ed25519 key pair. */
export interface WebhookSigningKey {
  /** `whpk_…`, of a key pair. */
  readonly publicKey?: string
  /** End of its overlap after a rotation. */
  readonly until?: string
}

export interface EncryptedSecret extends WebhookSigningKey {
  readonly encrypted: Uint8Array
}

export interface SigningSecret extends WebhookSigningKey {
  /** `whsec_…` or `whsk_…` */
  readonly secret: string
}

/** The current secret and those of eight rotations within a day. */
const mostSecrets = 9

const isLiveAt = (now: string) => (key: WebhookSigningKey) => key.until === undefined || key.until > now
const isPair = (key: WebhookSigningKey): boolean => key.publicKey !== undefined
const isCurrent = (key: WebhookSigningKey): boolean => key.until === undefined

/** Newest first. */
export const liveSecrets = <Key extends WebhookSigningKey>(secrets: readonly Key[], now: string): Key[] =>
  secrets.filter(isLiveAt(now))

/** Null without Ed25519. */
export const findPublicKey = (secrets: readonly WebhookSigningKey[]): string | null =>
  secrets.find(secret => isPair(secret) && isCurrent(secret))?.publicKey ?? null

/** Older secrets sign until `until`. */
export const rotateSecrets = <Key extends WebhookSigningKey>(
  secrets: readonly Key[],
  fresh: readonly Key[],
  { now, until }: { now: string; until: string },
): Key[] => {
  // A rotation can only shorten an old secret's time: a leaked one is ended by rotating again without overlap.
  const ending = secrets.map(secret => ({
    ...secret,
    until: secret.until && secret.until < until ? secret.until : until,
  }))
  return [...fresh, ...ending.filter(isLiveAt(now))]
}

/** One more rotation is refused then: no secret is ended early. */
export const hasTooManySecrets = (secrets: readonly WebhookSigningKey[]): boolean =>
  secrets.filter(secret => !isPair(secret)).length > mostSecrets

/** Adds or removes the key pair as requested; undefined changes nothing. */
export const withKeyPair = <Key extends WebhookSigningKey>(
  secrets: readonly Key[],
  isAsked: boolean | undefined,
  fresh: readonly Key[],
): readonly Key[] => {
  if (isAsked === undefined || isAsked === (findPublicKey(secrets) !== null)) return secrets
  return isAsked ? [...secrets, ...fresh] : secrets.filter(secret => !isPair(secret))
}

/** Private keys are not shown. */
export const toWebhookSecret = (secrets: readonly SigningSecret[], now: string): WebhookSecret => ({
  secret: secrets.find(secret => !isPair(secret) && isCurrent(secret))!.secret,
  publicKey: findPublicKey(secrets),
  previous: secrets
    .filter(isLiveAt(now))
    .filter(secret => !isCurrent(secret))
    .map(secret => ({
      secret: isPair(secret) ? null : secret.secret,
      publicKey: secret.publicKey ?? null,
      expiresAt: secret.until!,
    })),
})
