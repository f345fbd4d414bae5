import type { WebhookSecret } from '../contract.ts'

/** An HMAC secret or an Ed25519 pair of an endpoint. */
export interface WebhookSigningKey {
  /** `whpk_…`; absent from an HMAC secret. */
  readonly publicKey?: string
  /** A replaced key signs until then; absent while it is current. */
  readonly until?: string
}

export interface EncryptedSecret extends WebhookSigningKey {
  readonly encrypted: Uint8Array
}

export interface SigningSecret extends WebhookSigningKey {
  /** `whsec_…` or `whsk_…` */
  readonly secret: string
}

/** HMAC secrets that may sign together: the current one and those of eight rotations within a day. */
const maxSecrets = 9

const isLiveAt = (now: string) => (key: WebhookSigningKey) => key.until === undefined || key.until > now
const isPair = (key: WebhookSigningKey): boolean => key.publicKey !== undefined
const isCurrent = (key: WebhookSigningKey): boolean => key.until === undefined

/** The keys that sign now, newest first. */
export const liveSecrets = <Key extends WebhookSigningKey>(secrets: readonly Key[], now: string): Key[] =>
  secrets.filter(isLiveAt(now))

export const findPublicKey = (secrets: readonly WebhookSigningKey[]): string | null =>
  secrets.find(secret => isPair(secret) && isCurrent(secret))?.publicKey ?? null

export const rotateSecrets = <Key extends WebhookSigningKey>(
  secrets: readonly Key[],
  fresh: readonly Key[],
  { now, until }: { now: string; until: string },
): Key[] => {
  // A rotation can only shorten an old secret's time: rotating again without overlap ends one that has leaked.
  const ending = secrets.map(secret => ({
    ...secret,
    until: secret.until && secret.until < until ? secret.until : until,
  }))
  return [...fresh, ...ending.filter(isLiveAt(now))]
}

/** A rotation over the limit is refused, because no secret may end before its time. */
export const hasTooManySecrets = (secrets: readonly WebhookSigningKey[]): boolean =>
  secrets.filter(secret => !isPair(secret)).length > maxSecrets

/** @param isAsked whether the body asks for Ed25519; undefined leaves the keys unchanged */
export const withKeyPair = <Key extends WebhookSigningKey>(
  secrets: readonly Key[],
  isAsked: boolean | undefined,
  fresh: readonly Key[],
): readonly Key[] => {
  if (isAsked === undefined || isAsked === (findPublicKey(secrets) !== null)) return secrets
  return isAsked ? [...secrets, ...fresh] : secrets.filter(secret => !isPair(secret))
}

/** Private keys are not shown: only we sign. */
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
