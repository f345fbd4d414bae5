import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'
import { normaliseIdNumber } from './id-number.ts'

/** A digest of the normal form, keyed by the stage's secret, and the last four characters. */
export const digestIdNumber = async (raw: string) => {
  const idNumber = normaliseIdNumber(raw)
  const key = await secret(setting('ID_NUMBER_SECRET'))
  const idNumberDigest = createHmac('sha256', key).update(idNumber).digest('base64url')
  return { idNumberDigest, idNumberLast4: idNumber.slice(-4) }
}
