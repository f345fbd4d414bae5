import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'

/** Keyed by the stage's secret, so that nobody else can guess what it was made of. */
export const digestPersonal = async (text: string): Promise<string> =>
  createHmac('sha256', await secret(setting('ID_NUMBER_SECRET')))
    .update(text)
    .digest('base64url')
