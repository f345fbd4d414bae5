import { eachMessage } from '../../shared/aws/batch.ts'
import { database } from '../../shared/aws/database.ts'
import { log } from '../../shared/aws/log.ts'
import { putPhoto } from '../../shared/aws/media.ts'
import { evidenceKey } from '../../shared/domain/evidence.ts'
import type { Visit } from '../../shared/domain/message.ts'
import type { Report } from '../../shared/domain/report.ts'
import { specimenPhotos, specimenReport } from '../../shared/domain/specimen.ts'
import type { Verification } from '../../shared/domain/verification.ts'
import { conclude } from '../../shared/table/assignment.ts'
import { find } from '../../shared/table/verification.ts'
import { specimenPhoto } from './specimen-photo.ts'

const reportOn = async (verification: Verification, at: string): Promise<Report> => {
  const photos = verification.product === 'employment' ? [] : specimenPhotos
  await Promise.all(
    photos.map((photo, index) =>
      putPhoto(evidenceKey(verification, photo), specimenPhoto(index), 'image/png'),
    ),
  )
  return specimenReport(verification, at)
}

/** The simulated agent: visits what was ordered in test mode and finds it in order, as a person would report and decide it. */
export const handler = eachMessage<Visit>(async key => {
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const verification = await find(database, key, key.verificationId, nowMs)
  if (verification?.mode !== 'test') return
  const report = await reportOn(verification, at)
  const decision = {
    outcome: 'verified',
    decidedAt: at,
    decidedBy: 'simulated-agent',
    adminComment: 'Simulated.',
  } as const
  const isFirst = await conclude(database, key, verification.product, { report, decision })
  if (isFirst)
    log('assignment.concluded', { ...key, product: verification.product, outcome: decision.outcome })
})
