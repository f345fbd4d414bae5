import { decryptFor, encryptFor } from '../../aws/encryption.ts'
import type { Endpoint } from './endpoint.ts'
import type { EncryptedHeader, ProvidedHeader } from './header.ts'
import type { LastFailure } from './health.ts'
import type { EncryptedSecret, SigningSecret } from './secret.ts'

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
}: Pick<Endpoint, 'id' | 'lastFailure' | 'lastAnswer'>): Promise<LastFailure | undefined> =>
  lastFailure && lastAnswer
    ? {
        ...lastFailure,
        answer: await decryptText('last-answer', failureSubject(id, lastFailure), lastAnswer),
      }
    : lastFailure
