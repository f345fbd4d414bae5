import * as z from 'zod/mini'
import { cursorText, instant } from '../../http/contract/page.ts'
import { id, nullable, optional, optionalText, text, timestamp } from '../../http/contract/text.ts'
import { products } from '../../verification/contract/product.ts'
import { Status } from '../../verification/contract/status.ts'
import {
  type CaseSearchField,
  caseSearchFields,
  type SearchPurpose,
  searchPurposes,
} from './list-contract.ts'

const fieldNames = Object.keys(caseSearchFields) as [CaseSearchField, ...CaseSearchField[]]
const purposeNames = Object.keys(searchPurposes) as [SearchPurpose, ...SearchPurpose[]]

/** What to search, and why. */
export const SearchCases = z.object({
  /** The field to search by: {@link caseSearchFields}. @example "customerReference" */
  field: z.enum(fieldNames),
  /**
   * What is searched, as a whole: a name in any order and spelling of accents, a phone number in any form, an
   * outcome by its `subStatus`. Left out for `time`.
   * @example "customer-4711"
   */
  value: optional(text(200)),
  /**
   * From when: the order’s time; the report’s for an agent, the decision’s for a reviewer or an outcome. Not
   * for an id.
   * @example "2026-11-01"
   */
  from: optional(instant),
  /** Until when; that moment is not included. @example "2026-12-01T00:00:00Z" */
  to: optional(instant),
  /** Why: {@link searchPurposes}. @example "customer" */
  purpose: z.enum(purposeNames),
  /**
   * More about the purpose, for a search by `id`, `customerReference`, `name` or `phone` alone: `incident`
   * and `other` need it there. Do not name the person. It ends with their erasure.
   * @example "Ticket 81"
   */
  words: optionalText(200),
  /** How many cases a page has, 20 unless given. @example 20 */
  limit: optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** The `nextCursor` of the page before, with the same other fields. @example "MjAyNi0xMS0yMFQ" */
  cursor: optional(cursorText),
})
export type SearchCases = z.infer<typeof SearchCases>

const nullableText = nullable(z.string())

/** A case that was found. What identifies the applicant is masked. */
export const FoundCase = z.object({
  /** The id of the case at the desk. @example "12-890123456789012" */
  id: z.string(),
  /** The id of the customer’s organisation. @example 12 */
  organisationId: id,
  /** The id of the verification. @example 890123456789012 */
  verificationId: id,
  /** The product. @example "address" */
  product: z.enum(products),
  /** The end of the customer’s reference. @example "…711" */
  customerReference: z.string(),
  /** The applicant’s initials. @example "A. O." */
  applicant: z.string(),
  /** The end of the applicant’s phone number. @example "…199" */
  phone: z.string(),
  /** The LGA. Null for an employment. @example "Eti-Osa" */
  lgaName: nullableText,
  /** How it stands. */
  status: Status,
  /** When it was ordered. @example "2026-11-20T09:31:00.000Z" */
  requestedAt: timestamp,
  /** When it ended. Null while it is in progress. @example "2026-11-21T09:31:00.000Z" */
  endedAt: nullable(timestamp),
  /** Who decided it. Null where nobody did. @example "reviewer-1" */
  reviewer: nullableText,
})
export type FoundCase = z.infer<typeof FoundCase>

/** A page of cases, the latest first. */
export const FoundCases = z.object({
  /** The cases. */
  data: z.array(FoundCase),
  /** What to send as `cursor` for the next page. Null on the last page. @example "MjAyNi0xMS0yMFQ" */
  nextCursor: nullableText,
})
