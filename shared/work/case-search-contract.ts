import * as z from 'zod/mini'
import { cursorText, instant } from '../http/contract/page.ts'
import { id, nullable, optional, optionalText, text, timestamp } from '../http/contract/text.ts'
import { products } from '../verification/contract/product.ts'
import { Status } from '../verification/contract/status.ts'
import {
  type CaseSearchField,
  caseSearchFields,
  type SearchPurpose,
  searchPurposes,
} from './case-search-list-contract.ts'

const fieldNames = Object.keys(caseSearchFields) as [CaseSearchField, ...CaseSearchField[]]
const purposeNames = Object.keys(searchPurposes) as [SearchPurpose, ...SearchPurpose[]]

export const SearchCases = z.object({
  field: z.enum(fieldNames),
  value: optional(text(200)),
  from: optional(instant),
  to: optional(instant),
  purpose: z.enum(purposeNames),
  words: optionalText(200),
  limit: optional(z.int().check(z.minimum(1), z.maximum(100))),
  cursor: optional(cursorText),
})
export type SearchCases = z.infer<typeof SearchCases>

const nullableText = nullable(z.string())

/** Enough to tell cases apart; who it is about is on the open case. */
export const FoundCase = z.object({
  /** As in the desk's work. */
  id: z.string(),
  organisationId: id,
  verificationId: id,
  product: z.enum(products),
  /** The last characters. */
  customerReference: z.string(),
  /** Initials. */
  applicant: z.string(),
  /** The last digits. */
  phone: z.string(),
  lgaName: nullableText,
  status: Status,
  requestedAt: timestamp,
  endedAt: nullable(timestamp),
  reviewer: nullableText,
})
export type FoundCase = z.infer<typeof FoundCase>

export const FoundCases = z.object({ data: z.array(FoundCase), nextCursor: nullableText })
