import { eachMessage } from '../../shared/aws/batch.ts'
import type { LateTry } from '../../shared/domain/late-lookup.ts'
import { tryAgain } from '../../shared/operations/late-lookup.ts'

/** Late results: one message is one more try of a look-up whose registry did not answer. */
export const handler = eachMessage<LateTry>(tryAgain)
