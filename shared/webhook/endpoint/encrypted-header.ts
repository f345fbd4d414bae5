import { decryptFor, encryptFor } from '../../aws/encryption.ts'
import type { WebhookHeader } from '../header-contract.ts'
import { providedHeaders, type EncryptedHeader } from './header.ts'

const purpose = 'webhook-header'

/** A value opens for this endpoint and this name alone. */
const subjectOf = (endpointId: number, name: string): string => `${endpointId} ${name}`

/** Headers that a body gives a value, as they are kept. */
export const encryptHeaders = (
  endpointId: number,
  headers: readonly WebhookHeader[] | undefined,
): Promise<readonly EncryptedHeader[]> =>
  Promise.all(
    providedHeaders(headers).map(async ({ name, value }) => ({
      name,
      sealed: await encryptFor(purpose, subjectOf(endpointId, name), Buffer.from(value)),
    })),
  )

/** What was sealed, to be sent. */
export const decryptHeaders = async (
  endpointId: number,
  headers: readonly EncryptedHeader[] = [],
): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(
      headers.map(async ({ name, sealed }) => {
        const value = await decryptFor(purpose, subjectOf(endpointId, name), sealed)
        return [name, value.toString('utf8')] as const
      }),
    ),
  )
