import { decryptFor, encryptAnewFor, encryptFor } from '../../aws/secret.ts'
import type { WebhookSecret } from '../contract.ts'
import type { EndpointHealth, LastFailure } from './health.ts'

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
  readonly secret: string
}

export interface EncryptedHeader {
  readonly name: string
  readonly encrypted: Uint8Array
}

export interface ProvidedHeader {
  readonly name: string
  readonly value: string
}

/*
 * An endpoint is stored as long as its customer wants it, longer than any data key of the table. Its secrets, header
 * values and last response are therefore encrypted under keys of their own, for this endpoint alone.
 */

const encryptText = (purpose: string, subject: string, text: string): Promise<Uint8Array> =>
  encryptFor(purpose, subject, Buffer.from(text))
const decryptText = async (purpose: string, subject: string, encrypted: Uint8Array): Promise<string> =>
  (await decryptFor(purpose, subject, encrypted)).toString('utf8')

export const encryptSecrets = (
  endpointId: number,
  secrets: readonly SigningSecret[],
): Promise<readonly EncryptedSecret[]> =>
  Promise.all(
    secrets.map(async ({ secret, ...key }) => ({
      ...key,
      encrypted: await encryptText('webhook-secret', `${endpointId}`, secret),
    })),
  )

export const decryptSecrets = (
  endpointId: number,
  secrets: readonly EncryptedSecret[],
): Promise<readonly SigningSecret[]> =>
  Promise.all(
    secrets.map(async ({ encrypted, ...key }) => ({
      ...key,
      secret: await decryptText('webhook-secret', `${endpointId}`, encrypted),
    })),
  )

export const encryptHeaders = (
  endpointId: number,
  headers: readonly ProvidedHeader[],
): Promise<readonly EncryptedHeader[]> =>
  Promise.all(
    headers.map(async ({ name, value }) => ({
      name,
      encrypted: await encryptText('webhook-header', `${endpointId} ${name}`, value),
    })),
  )

export const decryptHeaders = async (
  endpointId: number,
  headers: readonly EncryptedHeader[] = [],
): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(
      headers.map(async ({ name, encrypted }) => [
        name,
        await decryptText('webhook-header', `${endpointId} ${name}`, encrypted),
      ]),
    ),
  )

const failureSubject = (endpointId: number, { eventId, at }: LastFailure): string =>
  `${endpointId} ${eventId} ${at}`

/** A failure as it is stored, with the receiver's response beside it: that may repeat what it was sent. */
export const encryptFailure = async (endpointId: number, { answer, ...rest }: LastFailure) => {
  const lastFailure: LastFailure = { ...rest, answer: null }
  if (answer === null) return { lastFailure }
  const lastAnswer = await encryptText('last-answer', failureSubject(endpointId, lastFailure), answer)
  return { lastFailure, lastAnswer }
}

export const decryptFailure = async ({
  id,
  lastFailure,
  lastAnswer,
}: EndpointHealth & { readonly id: number }): Promise<LastFailure | undefined> => {
  if (!lastFailure || !lastAnswer) return lastFailure
  const answer = await decryptText('last-answer', failureSubject(id, lastFailure), lastAnswer)
  return { ...lastFailure, answer }
}

type Encrypted = EndpointHealth & {
  readonly id: number
  readonly secrets: readonly EncryptedSecret[]
  readonly headers?: readonly EncryptedHeader[]
}

type Anew = Partial<Pick<Encrypted, 'secrets' | 'headers' | 'lastAnswer'>>

const anew = async <Holder extends { readonly encrypted: Uint8Array }>(
  purpose: string,
  holders: readonly Holder[],
  subjectOf: (holder: Holder) => string,
): Promise<readonly Holder[] | undefined> => {
  const bytes = await Promise.all(
    holders.map(holder => encryptAnewFor(purpose, subjectOf(holder), holder.encrypted)),
  )
  if (bytes.every(each => each === undefined)) return undefined
  return holders.map((holder, at) => ({ ...holder, encrypted: bytes[at] ?? holder.encrypted }))
}

/** What an endpoint holds, by the current value of the stage's secret; undefined where the one before holds none of it. */
export const encryptEndpointAnew = async ({
  id,
  secrets,
  headers = [],
  lastFailure,
  lastAnswer,
}: Encrypted): Promise<Anew | undefined> => {
  const found = {
    secrets: await anew('webhook-secret', secrets, () => `${id}`),
    headers: await anew('webhook-header', headers, ({ name }) => `${id} ${name}`),
    lastAnswer:
      lastFailure &&
      lastAnswer &&
      (await encryptAnewFor('last-answer', failureSubject(id, lastFailure), lastAnswer)),
  }
  const changed = Object.entries(found).filter(([, value]) => value !== undefined)
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

/** HMAC secrets that may sign together: the current one and those of eight rotations within a day. */
const maxSecrets = 9

const isLiveAt = (now: string) => (key: WebhookSigningKey) => key.until === undefined || key.until > now
const isPair = (key: WebhookSigningKey): boolean => key.publicKey !== undefined
const isCurrent = (key: WebhookSigningKey): boolean => key.until === undefined

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
  return [...fresh, ...liveSecrets(ending, now)]
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
  previous: liveSecrets(secrets, now)
    .filter(secret => !isCurrent(secret))
    .map(({ secret, publicKey, until }) => ({
      secret: publicKey === undefined ? secret : null,
      publicKey: publicKey ?? null,
      expiresAt: until!,
    })),
})
