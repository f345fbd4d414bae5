/** Compares what is put with the checksum that came along, as S3 does: what was altered or cut off is not stored. */
import { createHash } from 'node:crypto'
import type { GatewayRequest } from '../service-call.ts'

const header = 'x-amz-checksum-sha256'

/** SHA-256 as base64: 32 bytes. */
const form = /^[A-Za-z0-9+/]{43}=$/

/** Undefined where nothing is wrong. https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html */
export const checksumProblem = ({ method, headers, body }: Omit<GatewayRequest, 'url'>) => {
  const given = method === 'PUT' ? headers[header] : undefined
  if (given === undefined) return undefined
  if (!form.test(given)) return { code: 'InvalidRequest', message: `Value for ${header} header is invalid.` }
  return createHash('sha256').update(body).digest('base64') === given
    ? undefined
    : {
        code: 'BadDigest',
        message: 'The SHA256 you specified did not match the calculated checksum.',
      }
}
