import type { VerificationKey } from '../table/tenant.ts'
import type { Refusal } from './contract.ts'
import type { PhotoName } from './photo.ts'

/** Input of the re-encode function: ids and digests, never bytes. */
export interface ReEncoding extends VerificationKey, PhotoName {}

export type ReEncodingResult =
  | {
      readonly result: 'stored'
      readonly width: number
      readonly height: number
      /** Of the re-encoded JPEG. */
      readonly shownSha256: string
    }
  | { readonly result: 'missing' | 'checksum_mismatch' }
  | { readonly result: Refusal }
