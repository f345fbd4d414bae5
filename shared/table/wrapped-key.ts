import { randomBytes } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { decryptWith, type EncryptionPurpose, encryptWith } from '../aws/encryption.ts'
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

/** The key itself. @throws Error if it was changed, or wrapped by another secret */
export const unwrapDataKey = (key: DataKey): Promise<Buffer> =>
  decryptWith(wrapping(), subjectOf(key), key.wrapped)
