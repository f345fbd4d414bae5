import { createHmac } from 'node:crypto'
import type { Applicant } from '../domain/verification.ts'
import { setting } from './environment.ts'
import { secret } from './secret.ts'

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
