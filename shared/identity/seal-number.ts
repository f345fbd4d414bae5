import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'

/** What is kept of an id number. */
export interface SealedNumber {
  readonly idNumberDigest: string
  readonly idNumberLast4: string
}

/** Seals an id number: a digest keyed by the stage's secret, and the last four characters. */
export const sealIdNumber = async (idNumber: string | undefined): Promise<SealedNumber | undefined> => {
  if (!idNumber) return undefined
  const key = await secret(setting('ID_NUMBER_SECRET'))
  const digest = createHmac('sha256', key)
    .update(idNumber.replace(/\s/g, '').toUpperCase())
    .digest('base64url')
  return { idNumberDigest: digest, idNumberLast4: idNumber.slice(-4) }
}
