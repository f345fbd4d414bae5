import { putPhoto } from '../../aws/bucket.ts'
import type { Decided } from '../../verification/outcome.ts'
import { evidenceKey } from '../../verification/report.ts'
import type { Verification } from '../../verification/verification.ts'
import { decide } from '../ending.ts'
import { drawingOf, type SandboxPhoto } from './photo.ts'
import { simulationOf } from './report.ts'

/**
 * Visits a test verification in a person's place: photographs, reports and decides as a person would. Answers false
 * if it was final before.
 */
export const simulateVisit = async (
  verification: Verification,
  outcome: Decided,
  nowMs: number,
): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  const simulation = simulationOf[verification.product]
  const put = (photo: SandboxPhoto) =>
    putPhoto(evidenceKey(verification, photo), drawingOf(photo), 'image/png')
  await Promise.all(simulation.photos(outcome).map(put))
  const report = simulation.report(verification, { at, outcome })
  const decision = { outcome, decidedAt: at, decidedBy: 'simulated-agent', adminComment: 'Simulated.' }
  return decide(verification, { report, decision })
}
