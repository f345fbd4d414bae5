import type { DueDecision } from '../../shared/assignment/pending-decision-store.ts'
import { processMessages } from '../../shared/aws/batch.ts'
import { carryOutDecision } from '../../shared/work/pending-decision.ts'
import { decideReport } from '../../shared/work/review.ts'

/** Decisions that their reviewers could take back: one message is one whose time has come. It may come more than once. */
export const handler = processMessages<DueDecision>(due => carryOutDecision(due, decideReport, Date.now()))
