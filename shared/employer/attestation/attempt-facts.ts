import type { StoredContactAttempt } from '../contact/attempt.ts'
import { countSpacedFailures, minHoursBetweenAttempts } from '../contact/unreachable.ts'
import { pluralise, fact } from './fact.ts'
import type { Fact } from './fact-contract.ts'

/** What an attempt's facts are made from. */
export type TriedAt = Pick<StoredContactAttempt, 'channel' | 'outcome' | 'at' | 'recordedAt'>

/** An attempt noted this long after it is said to have been made was noted from memory, or backdated. */
const lateMs = 3_600_000

const channelsIn = (attempts: readonly TriedAt[]): string =>
  [...Map.groupBy(attempts, ({ channel }) => channel)]
    .map(([channel, tried]) => `${channel} ${tried.length}`)
    .join(', ')

const isLate = ({ at, recordedAt }: TriedAt): boolean => Date.parse(recordedAt) - Date.parse(at) > lateMs

const lateFacts = (attempts: readonly TriedAt[]): Fact[] => {
  const late = attempts.filter(isLate).length
  if (late === 0) return []
  const text = `${late} of ${pluralise(attempts.length, 'attempt')} ${late === 1 ? 'was' : 'were'} noted more than an hour after ${late === 1 ? 'it was' : 'they were'} made.`
  return [fact('attemptsNotedLate', text)]
}

/** How often the employer was tried. */
export const attemptFacts = (attempts: readonly TriedAt[]): readonly Fact[] => {
  if (attempts.length === 0) return []
  const failed = countSpacedFailures(attempts)
  const text = `${pluralise(attempts.length, 'attempt')} (${channelsIn(attempts)}), of which ${failed} failed at least ${minHoursBetweenAttempts} hours apart.`
  return [fact('attempts', text), ...lateFacts(attempts)]
}
