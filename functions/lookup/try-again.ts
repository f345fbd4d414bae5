import { processMessages } from '../../shared/aws/batch.ts'
import type { LateTry } from '../../shared/identity/late/late-lookup.ts'
import { retryLookup } from '../../shared/identity/late/retry.ts'

/** Late results: one message is one more try of a look-up whose registry did not answer. */
export const handler = processMessages<LateTry>(retryLookup)
