import { putPhoto } from '../../aws/bucket.ts'
import type { Decided } from '../../verification/outcome.ts'
import type { Decision } from '../../verification/report.ts'
import type { Verification } from '../../verification/verification.ts'
import { decide } from '../ending.ts'
import { drawingKey, drawingOf, type SandboxPhoto } from './photo.ts'
import { simulationOf } from './report.ts'
import { type Scenario, scenarioOf, simulatedAgent } from './scenario.ts'

/** Half-way between the order and the visit, whenever that is. */
const returnedAt = ({ requestedAt }: Verification, nowMs: number): string =>
  new Date(Math.floor((Date.parse(requestedAt) + nowMs) / 2)).toISOString()

const decisionOf = (
  verification: Verification,
  { outcome, nowMs }: { outcome: Decided; nowMs: number },
  { isReturned, lacks }: Scenario,
): Decision => ({
  outcome,
  decidedAt: new Date(nowMs).toISOString(),
  decidedBy: simulatedAgent,
  ...(isReturned && outcome === 'verified' && { rejectedAt: returnedAt(verification, nowMs) }),
  ...(lacks !== 'everything-optional' && { adminComment: 'Simulated.' }),
})

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
  const scenario = scenarioOf(verification)
  const { lacks } = scenario
  const simulation = simulationOf[verification.product]
  await Promise.all(simulation.photos({ outcome, lacks }).map(storeOnce))
  const report = simulation.report(verification, { at: new Date(nowMs).toISOString(), outcome, lacks })
  const decision = decisionOf(verification, { outcome, nowMs }, scenario)
  return decide(verification, { report, decision })
}
