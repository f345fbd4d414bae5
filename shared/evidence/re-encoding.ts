import type { VerificationKey } from '../table/tenant.ts'
import type { Refusal } from './contract.ts'
import type { PhotoName } from './photo.ts'

/** What the function that draws photos anew is asked to do: ids and digests, never bytes. */
export interface ReEncoding extends VerificationKey, PhotoName {}

/** What came of it. */
export type ReEncodingResult =
  | {
      readonly result: 'stored'
      readonly width: number
      readonly height: number
      /** Of the JPEG that is shown. */
      readonly shownSha256: string
    }
  | { readonly result: 'missing' | 'checksum_mismatch' }
  | { readonly result: Refusal }
