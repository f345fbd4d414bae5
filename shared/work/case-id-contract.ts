import * as z from 'zod/mini'

const CaseId = z
  .string()
  .check(z.regex(/^[1-9]\d{0,15}-[1-9]\d{0,15}$/, 'Expected the id of a case, as in 12-890123456789012.'))

export const byCase = z.object({
  /**
   * The id of the case, as the search shows it: the organisation and the verification.
   * @example "12-890123456789012"
   */
  id: CaseId,
})
