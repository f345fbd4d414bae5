import { putObject } from '../aws/bucket.ts'
import { setting } from '../aws/environment.ts'
import { invokeFunction } from '../aws/invoke.ts'
import { toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import type { Refusal } from './contract.ts'
import { incomingKey, type PhotoName } from './photo.ts'

/** Input of the re-encode function: ids and digests, never bytes. */
export interface ReEncoding extends VerificationKey, PhotoName {
  /** Among the uploads of the verification. */
  readonly upload: string
}

export type ReEncodingResult =
  | {
      readonly result: 'stored'
      readonly width: number
      readonly height: number
      /** Of the re-encoded JPEG. */
      readonly shownSha256: string
      /** By what is seen; absent of a picture that shows too little. */
      readonly digest?: string
    }
  | { readonly result: 'missing' | 'checksum_mismatch' }
  | { readonly result: Refusal }

/** Re-encodes an upload in a function that reaches nothing but photos. */
export const reencodeUpload = (
  key: VerificationKey,
  { slot, sha256 }: PhotoName,
  upload: string,
): Promise<ReEncodingResult> => {
  const asked: ReEncoding = { ...toVerificationKey(key), slot, sha256, upload }
  return invokeFunction(setting('REENCODE_FUNCTION'), asked)
}

/** Re-encodes bytes of a request, which stay among the uploads until the result is known. */
export const reencodeReceived = async (
  key: VerificationKey,
  { file, ...name }: PhotoName & { readonly file: Uint8Array },
): Promise<ReEncodingResult> => {
  await putObject(incomingKey(key, name.sha256), file, 'application/octet-stream')
  return reencodeUpload(key, name, name.sha256)
}
