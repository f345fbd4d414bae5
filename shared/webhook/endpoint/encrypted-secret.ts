import { decryptFor, encryptFor } from '../../aws/encryption.ts'
import type { Endpoint } from './endpoint.ts'
import { type EncryptedSecret, type SigningSecret, toWebhookSecret } from './secret.ts'

const purpose = 'webhook-secret'

/** Keys of an endpoint as they are kept: what signs opens for this endpoint alone. */
export const encryptSecrets = (
  endpointId: number,
  secrets: readonly SigningSecret[],
): Promise<readonly EncryptedSecret[]> =>
  Promise.all(
    secrets.map(async ({ secret, ...key }) => ({
      ...key,
      sealed: await encryptFor(purpose, `${endpointId}`, Buffer.from(secret)),
    })),
  )

/** What was sealed, to sign with or to be shown to its owner. */
export const decryptSecrets = (
  endpointId: number,
  secrets: readonly EncryptedSecret[],
): Promise<readonly SigningSecret[]> =>
  Promise.all(
    secrets.map(async ({ sealed, ...key }) => ({
      ...key,
      secret: (await decryptFor(purpose, `${endpointId}`, sealed)).toString('utf8'),
    })),
  )

/** An endpoint's secrets as their owner reads them. */
export const toSecretsResponse = async ({ id, secrets }: Endpoint, now: string) =>
  toWebhookSecret(await decryptSecrets(id, secrets), now)
