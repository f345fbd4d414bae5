import { checkLog, logFaultKinds } from '../../shared/trust/trail-log/check.ts'
import type { CommandOf } from './command.ts'

/** Checks the log of the trails, of some hours if they are given, and says in words what does not hold. */
export const checkTrailLog = async ({ fromHour: from, toHour: to }: CommandOf<'checkTrailLog'>) => {
  const ranges = from === undefined ? undefined : [{ from, to: to ?? from }]
  const { findings, ...rest } = await checkLog(Date.now(), ranges)
  return { ...rest, findings: findings.map(finding => ({ ...finding, why: logFaultKinds[finding.fault] })) }
}
