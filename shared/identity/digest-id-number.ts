import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'
import { normaliseIdNumber } from './id-number.ts'

/** What is kept of an id number. */
export interface IdNumberDigest {
  readonly idNumberDigest: string
  readonly idNumberLast4: string
}

/**
 * Seals an id number, however it is written: a digest of its normal form keyed by the stage's secret, and its last
 * four characters.
 */
export const digestIdNumber = async (raw: string): Promise<IdNumberDigest> => {
  const idNumber = normaliseIdNumber(raw)
  const key = await secret(setting('ID_NUMBER_SECRET'))
  const idNumberDigest = createHmac('sha256', key).update(idNumber).digest('base64url')
  return { idNumberDigest, idNumberLast4: idNumber.slice(-4) }
}
