import type { WebhookSecret } from '../contract.ts'

/** One key of an endpoint: an HMAC secret, or an Ed25519 pair. */
export interface SigningSecret {
  /** `whsec_…` or `whsk_…` */
  readonly secret: string
  /** `whpk_…`, of a pair alone. */
  readonly publicKey?: string
  /** Until when it signs beside the one that replaced it; absent while nothing has. */
  readonly until?: string
}

/** More rotations than this within a day end the oldest early. */
const mostSecrets = 8

const isLiveAt = (now: string) => (secret: SigningSecret) => secret.until === undefined || secret.until > now
const isPair = (secret: SigningSecret): boolean => secret.publicKey !== undefined
const isCurrent = (secret: SigningSecret): boolean => secret.until === undefined

/** The texts that sign an attempt made now, newest first. */
export const liveSecrets = (secrets: readonly SigningSecret[], now: string): string[] =>
  secrets.filter(isLiveAt(now)).map(({ secret }) => secret)

/** The public key to verify with; null for an endpoint without Ed25519. */
export const publicKeyIn = (secrets: readonly SigningSecret[]): string | null =>
  secrets.find(secret => isPair(secret) && isCurrent(secret))?.publicKey ?? null

/** The fresh ones sign from now on, those before them until `until`. */
export const rotated = (
  secrets: readonly SigningSecret[],
  fresh: readonly SigningSecret[],
  { now, until }: { now: string; until: string },
): SigningSecret[] => {
  // A rotation can only shorten an old secret's time: one that has leaked is ended by rotating again without overlap.
  const ending = secrets.map(secret => ({
    ...secret,
    until: secret.until && secret.until < until ? secret.until : until,
  }))
  return [...fresh, ...ending.filter(isLiveAt(now))].slice(0, mostSecrets)
}

/** With a pair if Ed25519 is asked for, without any if it is not; as they are if nothing is asked or it is so already. */
export const withPair = (
  secrets: readonly SigningSecret[],
  isAsked: boolean | undefined,
  newPair: () => SigningSecret,
): readonly SigningSecret[] => {
  if (isAsked === undefined || isAsked === (publicKeyIn(secrets) !== null)) return secrets
  return isAsked ? [...secrets, newPair()] : secrets.filter(secret => !isPair(secret))
}

/** The secrets as their owner reads them. Private keys are not shown: only we sign. */
export const toWebhookSecret = (secrets: readonly SigningSecret[], now: string): WebhookSecret => ({
  secret: secrets.find(secret => !isPair(secret) && isCurrent(secret))!.secret,
  publicKey: publicKeyIn(secrets),
  previous: secrets
    .filter(isLiveAt(now))
    .filter(secret => !isCurrent(secret))
    .map(secret => ({
      secret: isPair(secret) ? null : secret.secret,
      publicKey: secret.publicKey ?? null,
      expiresAt: secret.until!,
    })),
})
