import { processMessages } from '../../shared/aws/batch.ts'
import { compact } from '../../shared/trust/compaction/compact.ts'
import type { CompactionPage } from '../../shared/trust/compaction/queue.ts'

/** Puts what is stored of verifications that nobody can object to any more into one object each. */
export const handler = processMessages<CompactionPage>(message => compact(message, Date.now()))
