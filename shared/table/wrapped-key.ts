import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { decryptWith, type EncryptionPurpose, encryptWith } from '../aws/encryption.ts'
import { setting } from '../aws/environment.ts'
import type { DataKey } from './data-key.ts'

/** AES-256. */
const keyBytes = 32

/** A secret of its own: whoever reads the table, its stream or a backup lacks it, and it opens nothing else. */
const wrapping = (): EncryptionPurpose => ({ purpose: 'data-key', secretName: setting('DATA_KEY_SECRET') })

const subjectOf = ({ n }: Pick<DataKey, 'n'>): string => `${n}`

/** A new key; it is wrapped before anything else is done with it. */
export const generateDataKey = async (
  period: Pick<DataKey, 'n' | 'createdAt' | 'from'>,
): Promise<DataKey> => ({
  ...period,
  wrapped: await encryptWith(wrapping(), subjectOf(period), randomBytes(keyBytes)),
})

/** As a `KeyObject`, a cipher starts four times faster than with the same bytes. @throws Error for a changed key or another secret */
export const unwrapDataKey = async (key: DataKey): Promise<KeyObject> =>
  createSecretKey(await decryptWith(wrapping(), subjectOf(key), key.wrapped))
