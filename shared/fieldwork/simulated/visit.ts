import { putPhoto } from '../../aws/bucket.ts'
import { log } from '../../aws/log.ts'
import type { Decided } from '../../verification/outcome.ts'
import { evidenceKey } from '../../verification/report.ts'
import { keyOf, type Verification } from '../../verification/verification.ts'
import { conclude } from '../assignment-store.ts'
import { drawingOf, type SandboxPhoto } from './photo.ts'
import { simulationOf } from './report.ts'

/**
 * Visits a test verification in a person's place: photographs, reports and decides as a person would. Answers false
 * if it is decided already, or its work is not open yet.
 */
export const simulateVisit = async (
  verification: Verification,
  outcome: Decided,
  nowMs: number,
): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  const key = keyOf(verification)
  const { product } = verification
  const simulation = simulationOf[product]
  const put = (photo: SandboxPhoto) =>
    putPhoto(evidenceKey(verification, photo), drawingOf(photo), 'image/png')
  await Promise.all(simulation.photos(outcome).map(put))
  const report = simulation.report(verification, { at, outcome })
  const decision = { outcome, decidedAt: at, decidedBy: 'simulated-agent', adminComment: 'Simulated.' }
  const isFirst = await conclude(key, product, { report, decision })
  if (isFirst) log('assignment.concluded', { ...key, product, outcome })
  return isFirst
}
