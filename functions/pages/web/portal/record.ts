import type { ResponseOf } from '../ui/api.ts'

/** A verification as the API answers it, of either list. */
export type FoundVerification = ResponseOf<'GET /v1/addresses/{id}'> | ResponseOf<'GET /v1/employments/{id}'>

/** What the two kinds of record have in common lies under the noun of each. */
export const readCommonFields = (found: FoundVerification) =>
  'address' in found ? found.address : found.employment
