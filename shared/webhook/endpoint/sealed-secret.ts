import { decryptFor, encryptFor } from '../../aws/encryption.ts'
import type { Endpoint } from './endpoint.ts'
import { type SealedSecret, type SigningSecret, toWebhookSecret } from './secret.ts'

const purpose = 'webhook-secret'

/** Keys of an endpoint as they are kept: what signs opens for this endpoint alone. */
export const sealSecrets = (
  endpointId: number,
  secrets: readonly SigningSecret[],
): Promise<readonly SealedSecret[]> =>
  Promise.all(
    secrets.map(async ({ secret, ...key }) => ({
      ...key,
      sealed: await encryptFor(purpose, `${endpointId}`, Buffer.from(secret)),
    })),
  )

/** What was sealed, to sign with or to be shown to its owner. */
export const openSecrets = (
  endpointId: number,
  secrets: readonly SealedSecret[],
): Promise<readonly SigningSecret[]> =>
  Promise.all(
    secrets.map(async ({ sealed, ...key }) => ({
      ...key,
      secret: (await decryptFor(purpose, `${endpointId}`, sealed)).toString('utf8'),
    })),
  )

/** An endpoint's secrets as their owner reads them. */
export const shownSecrets = async ({ id, secrets }: Endpoint, now: string) =>
  toWebhookSecret(await openSecrets(id, secrets), now)
