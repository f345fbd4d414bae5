import type { Answer } from '../frame/api.ts'

/** A verification as the API answers it, of either list. */
export type Found = Answer<'GET /v1/addresses/{id}'> | Answer<'GET /v1/employments/{id}'>

/** What the two kinds of record have in common lies under the noun of each. */
export const recordIn = (found: Found) => ('address' in found ? found.address : found.employment)
