import { putPhoto } from '../aws/bucket.ts'
import { setting } from '../aws/environment.ts'
import { invokeFunction } from '../aws/invoke.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { incomingKey, type PhotoName } from './photo.ts'
import type { ReEncodingResult, ReEncoding } from './re-encoding.ts'

/** Has an upload looked at and drawn anew, where nothing can be reached but photos. */
export const reencodeUpload = (
  { organisationId, mode, verificationId }: VerificationKey,
  { slot, sha256 }: PhotoName,
): Promise<ReEncodingResult> => {
  const asked: ReEncoding = { organisationId, mode, verificationId, slot, sha256 }
  return invokeFunction<ReEncodingResult>(setting('REENCODE_FUNCTION'), asked)
}

/** The same of what came in a request: it lies among the uploads until its end is known. */
export const reencodeReceived = async (
  key: VerificationKey,
  { file, ...name }: PhotoName & { readonly file: Uint8Array },
): Promise<ReEncodingResult> => {
  await putPhoto(incomingKey(key, name.sha256), file, 'application/octet-stream')
  return reencodeUpload(key, name)
}
