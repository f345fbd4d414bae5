import { eachMessage } from '../../shared/aws/batch.ts'
import { database } from '../../shared/aws/database.ts'
import type { Visit } from '../../shared/domain/message.ts'
import { simulateVisit } from '../../shared/operations/simulated-visit.ts'
import { find } from '../../shared/table/verification.ts'

/** The simulated agent: visits what was ordered in test mode and finds it in order. */
export const handler = eachMessage<Visit>(async key => {
  const nowMs = Date.now()
  const verification = await find(database, key, key.verificationId, nowMs)
  if (verification?.mode === 'test') await simulateVisit(verification, 'verified', nowMs)
})
