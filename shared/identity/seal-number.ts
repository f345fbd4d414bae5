import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'
import type { Applicant } from '../verification/verification.ts'

/** What is kept of an id number: a digest keyed by the stage's secret, and the last four characters. */
export const sealIdNumber = async (
  idNumber: string | undefined,
): Promise<Pick<Applicant, 'idNumberDigest' | 'idNumberLast4'> | undefined> => {
  if (!idNumber) return undefined
  const key = await secret(setting('ID_NUMBER_SECRET_ARN'))
  const digest = createHmac('sha256', key)
    .update(idNumber.replace(/\s/g, '').toUpperCase())
    .digest('base64url')
  return { idNumberDigest: digest, idNumberLast4: idNumber.slice(-4) }
}
