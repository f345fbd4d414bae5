import { log } from '../../aws/log.ts'
import { hourAt, hoursLater, lastClosableHour } from '../../trail/hour.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import { checkLog, type HourRange, keptHours } from './check.ts'

/** A day has 24 rounds, which look at all that is kept, one part after another. */
const hoursPerRound = Math.ceil(keptHours / 24)

/** The newest hours are looked at in every round, and whether there are any. */
const newestHours = 3

/** What the round of this hour looks at: the newest hours, and its part of all the others. */
export const rangesToCheck = (nowMs: number): readonly HourRange[] => {
  const newest = lastClosableHour(nowMs)
  const to = hoursLater(newest, -new Date(nowMs).getUTCHours() * hoursPerRound)
  const news = { from: hoursLater(newest, 1 - newestHours), to: hourAt(nowMs) }
  const part = { from: hoursLater(to, 1 - hoursPerRound), to }
  return to === newest ? [{ from: part.from, to: news.to }] : [news, part]
}

/** Holds a part of the log against the table, so that a day has seen all of it. Every fault is a line, and counted. */
export const checkRound = async (nowMs: number): Promise<void> => {
  const { findings, entries } = await checkLog(nowMs, rangesToCheck(nowMs))
  for (const { hour, fault, organisationId, mode, verificationId } of findings)
    log('trail-log.mismatch', { organisationId, mode, verificationId, failure: fault, result: hour })
  if (findings.length > 0) emitMetrics(toMeasurement({}, { TrailFaults: findings.length }))
  log('trail-log.checked', { count: entries })
}
