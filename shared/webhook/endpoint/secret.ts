import type { WebhookSecret } from '../contract.ts'

/** One key of an endpoint: an HMAC secret, or an Ed25519 pair. */
export interface WebhookSigningKey {
  /** `whpk_…`, of a pair alone. */
  readonly publicKey?: string
  /** Until when it signs beside the one that replaced it; absent while nothing has. */
  readonly until?: string
}

export interface EncryptedSecret extends WebhookSigningKey {
  /** The text that signs. */
  readonly encrypted: Uint8Array
}

/** A key as it signs and is shown. */
export interface SigningSecret extends WebhookSigningKey {
  /** `whsec_…` or `whsk_…` */
  readonly secret: string
}

/** HMAC secrets that may sign together: the current one and those of eight rotations within a day. */
const mostSecrets = 9

const isLiveAt = (now: string) => (key: WebhookSigningKey) => key.until === undefined || key.until > now
const isPair = (key: WebhookSigningKey): boolean => key.publicKey !== undefined
const isCurrent = (key: WebhookSigningKey): boolean => key.until === undefined

/** Those that sign an attempt made now, newest first. */
export const liveSecrets = <Key extends WebhookSigningKey>(secrets: readonly Key[], now: string): Key[] =>
  secrets.filter(isLiveAt(now))

/** The public key to verify with; null for an endpoint without Ed25519. */
export const findPublicKey = (secrets: readonly WebhookSigningKey[]): string | null =>
  secrets.find(secret => isPair(secret) && isCurrent(secret))?.publicKey ?? null

/** The fresh ones sign from now on, those before them until `until`. */
export const rotateSecrets = <Key extends WebhookSigningKey>(
  secrets: readonly Key[],
  fresh: readonly Key[],
  { now, until }: { now: string; until: string },
): Key[] => {
  // A rotation can only shorten an old secret's time: one that has leaked is ended by rotating again without overlap.
  const ending = secrets.map(secret => ({
    ...secret,
    until: secret.until && secret.until < until ? secret.until : until,
  }))
  return [...fresh, ...ending.filter(isLiveAt(now))]
}

/** Whether so many sign together that one more rotation is refused: none is ended before its time. */
export const hasTooManySecrets = (secrets: readonly WebhookSigningKey[]): boolean =>
  secrets.filter(secret => !isPair(secret)).length > mostSecrets

/** With a pair if Ed25519 is asked for, without any if it is not; as they are if nothing is asked or it is so already. */
export const withKeyPair = <Key extends WebhookSigningKey>(
  secrets: readonly Key[],
  isAsked: boolean | undefined,
  fresh: readonly Key[],
): readonly Key[] => {
  if (isAsked === undefined || isAsked === (findPublicKey(secrets) !== null)) return secrets
  return isAsked ? [...secrets, ...fresh] : secrets.filter(secret => !isPair(secret))
}

/** The secrets as their owner reads them. Private keys are not shown: only we sign. */
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
