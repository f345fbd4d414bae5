import { database } from '../aws/database.ts'
import { log } from '../aws/log.ts'
import { putPhoto } from '../aws/media.ts'
import { evidenceKey } from '../domain/evidence.ts'
import type { Decided } from '../domain/outcome.ts'
import { photosOf, specimenReport } from '../domain/specimen.ts'
import { specimenPhoto } from '../domain/specimen-photo.ts'
import { keyOf, type Verification } from '../domain/verification.ts'
import { conclude } from '../table/assignment.ts'

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
  const photos = photosOf(verification, outcome)
  const put = (photo: string, index: number) =>
    putPhoto(evidenceKey(verification, photo), specimenPhoto(index), 'image/png')
  await Promise.all(photos.map(put))
  const report = specimenReport(verification, at, outcome)
  const decision = { outcome, decidedAt: at, decidedBy: 'simulated-agent', adminComment: 'Simulated.' }
  const isFirst = await conclude(database, key, product, { report, decision })
  if (isFirst) log('assignment.concluded', { ...key, product, outcome })
  return isFirst
}
