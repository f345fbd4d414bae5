import { putPhoto } from '../../aws/bucket.ts'
import type { Decided } from '../../verification/outcome.ts'
import type { Verification } from '../../verification/verification.ts'
import { decide } from '../ending.ts'
import { drawingKey, drawingOf, type SandboxPhoto } from './photo.ts'
import { simulationOf } from './report.ts'

/** The drawings that this container knows to lie in the bucket, from where nothing deletes them. */
const stored = new Set<SandboxPhoto>()

/** Stores a drawing, unless this container has; the same bytes under the same key, however many do. */
const storeOnce = async (photo: SandboxPhoto): Promise<void> => {
  if (stored.has(photo)) return
  await putPhoto(drawingKey(photo), drawingOf(photo), 'image/png')
  stored.add(photo)
}

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
  await Promise.all(simulation.photos(outcome).map(storeOnce))
  const report = simulation.report(verification, { at, outcome })
  const decision = { outcome, decidedAt: at, decidedBy: 'simulated-agent', adminComment: 'Simulated.' }
  return decide(verification, { report, decision })
}
