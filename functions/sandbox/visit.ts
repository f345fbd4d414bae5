import type { VisitMessage } from '../../shared/work/assignment/workflow.ts'
import { processMessages } from '../../shared/aws/batch.ts'
import { simulateVisit } from '../../shared/sandbox/agent/visit.ts'
import { isFinal } from '../../shared/verification/contract/outcome.ts'
import { outcomeIn, scenarioOf } from '../../shared/verification/scenario.ts'
import { findVerification } from '../../shared/verification/store.ts'

/** The simulated agent: visits what was ordered in test mode, unless it is over, and finds what the order asks for. */
export const handler = processMessages<VisitMessage>(async key => {
  const nowMs = Date.now()
  const verification = await findVerification(key, key.verificationId, nowMs)
  if (verification?.mode !== 'test' || isFinal(verification.outcome)) return
  const scenario = scenarioOf(verification)
  if (!scenario.isNobody) await simulateVisit(verification, outcomeIn(scenario, verification.product), nowMs)
})
