import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { FoundCase, FoundCases, SearchCases } from './case-search-contract.ts'
import { caseSearchFields, searchPurposes } from './case-search-list-contract.ts'
import { caseSearchRoutes } from './case-search-routes.ts'

const lines = (list: Readonly<Record<string, { readonly title: string }>>): string =>
  Object.entries(list)
    .map(([name, { title }]) => `\`${name}\` (${title})`)
    .join(', ')

/** Of each field of a case in a list. */
export const foundCaseTexts = {
  id: ['The id of the case at the desk.', '12-890123456789012'],
  organisationId: ['The id of the customer’s organisation.', 12],
  verificationId: ['The id of the verification.', 890123456789012],
  product: ['The product.', 'address'],
  customerReference: ['The end of the customer’s reference.', '…711'],
  applicant: ['The applicant’s initials.', 'A. O.'],
  phone: ['The end of the applicant’s phone number.', '…199'],
  lgaName: ['The LGA.', 'Eti-Osa', 'Null for an employment.'],
  status: ['How it stands.'],
  requestedAt: ['When it was ordered.', '2026-11-20T09:31:00.000Z'],
  endedAt: ['When it ended.', '2026-11-21T09:31:00.000Z', 'Null while it is in progress.'],
  reviewer: ['Who decided it.', 'reviewer-1', 'Null where nobody did.'],
} as const

export const caseSearchSchemaTexts: readonly SchemaText[] = [
  describeSchema(SearchCases, 'What to search, and why.', {
    field: [`The field to search by: ${lines(caseSearchFields)}.`, 'customerReference'],
    value: [
      'What is searched, as a whole: a name in any order and spelling of accents, a phone number in any form, an outcome by its `subStatus`. Left out for `time`.',
      'customer-4711',
    ],
    from: [
      'From when: the order’s time; the report’s for an agent, the decision’s for a reviewer or an outcome. Not for an id.',
      '2026-11-01',
    ],
    to: ['Until when; that moment is not included.', '2026-12-01T00:00:00Z'],
    purpose: [`Why: ${lines(searchPurposes)}.`, 'customer'],
    words: [
      'More about the purpose, for a search by `id`, `customerReference`, `name` or `phone` alone: `incident` and `other` need it there. Do not name the person. It ends with their erasure.',
      'Ticket 81',
    ],
    limit: ['How many cases a page has, 20 unless given.', 20],
    cursor: ['The `nextCursor` of the page before, with the same other fields.', 'MjAyNi0xMS0yMFQ'],
  }),
  describeSchema(FoundCase, 'A case that was found. What identifies the applicant is masked.', {
    ...foundCaseTexts,
  }),
  describeSchema(FoundCases, 'A page of cases, the latest first.', {
    data: ['The cases.'],
    nextCursor: ['What to send as `cursor` for the next page.', 'MjAyNi0xMS0yMFQ', 'Null on the last page.'],
  }),
]

export const caseSearchOperationTexts = describeRoutes(caseSearchRoutes, {
  searchCases: {
    does: 'Searches the cases of all organisations in the caller’s mode by one field.',
    costs: free,
    returns: '200 with a page of cases, the latest first. An order can be found some seconds after it.',
    events: [],
    details:
      'Each search is recorded with who made it, by which field and why, and without what was searched; beside words with a keyed digest of it. More than 60 searches of a person in an hour ring an alarm. A page may have fewer cases than its limit, where some were erased.',
  },
})
