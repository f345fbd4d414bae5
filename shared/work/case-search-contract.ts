import * as z from 'zod/mini'
import { instant } from '../http/contract/page.ts'
import { id, nullable, optional, optionalText, text, timestamp } from '../http/contract/text.ts'
import { products } from '../verification/contract/product.ts'
import { Status } from '../verification/contract/status.ts'

/** `isPersonal`: what is searched may name somebody, so that it is in no link. */
export const caseSearchFields = {
  id: { title: 'Id of the verification', isPersonal: false },
  customerReference: { title: 'Customer’s reference', isPersonal: true },
  name: { title: 'Full name', isPersonal: true },
  phone: { title: 'Phone number', isPersonal: true },
  lga: { title: 'LGA, by its id', isPersonal: false },
  agent: { title: 'Agent', isPersonal: false },
  reviewer: { title: 'Reviewer', isPersonal: false },
  outcome: { title: 'Outcome', isPersonal: false },
  time: { title: 'Time of the order', isPersonal: false },
} as const
export type CaseSearchField = keyof typeof caseSearchFields
const fieldNames = Object.keys(caseSearchFields) as [CaseSearchField, ...CaseSearchField[]]

/** Why somebody may search. `needsWords`: they say more. */
export const searchPurposes = {
  customer: { title: 'The customer asks', needsWords: false },
  applicant: { title: 'The applicant or employer asks', needsWords: false },
  handOver: { title: 'Work of a colleague', needsWords: false },
  quality: { title: 'Quality check', needsWords: false },
  incident: { title: 'Incident, fraud or breach', needsWords: true },
  other: { title: 'Another reason', needsWords: true },
} as const
export type SearchPurpose = keyof typeof searchPurposes
const purposeNames = Object.keys(searchPurposes) as [SearchPurpose, ...SearchPurpose[]]

export const SearchCases = z.object({
  field: z.enum(fieldNames),
  value: optional(text(200)),
  from: optional(instant),
  to: optional(instant),
  purpose: z.enum(purposeNames),
  words: optionalText(200),
  limit: optional(z.int().check(z.minimum(1), z.maximum(100))),
  cursor: optional(
    z.string().check(z.regex(/^[\w-]{1,1000}$/, 'Expected the nextCursor of an earlier page.')),
  ),
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
