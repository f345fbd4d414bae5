import type { ContactAttempt, unreachableLacks } from '../contract.ts'

/** Design §5: no answer after three attempts. */
export const failedAttemptsNeeded = 3

/** Calls within one lunch break count as one; with two hours between, three fit into a working day. */
export const minHoursBetweenAttempts = 2

/** How long the applicant may look for documents before the check ends without them. */
export const documentHours = 24

const hourMs = 3_600_000

type AttemptResult = Pick<ContactAttempt, 'outcome' | 'at'>

/** Counts failed attempts that are at least `minHoursBetweenAttempts` after the one counted before. */
export const countSpacedFailures = (attempts: readonly AttemptResult[]): number => {
  const times = attempts
    .filter(({ outcome }) => outcome !== 'reached')
    .map(({ at }) => Date.parse(at))
    .sort((one, other) => one - other)
  const counted: number[] = []
  for (const time of times)
    if (counted.length === 0 || time - counted.at(-1)! >= minHoursBetweenAttempts * hourMs) counted.push(time)
  return counted.length
}

export type UnreachableLack = (typeof unreachableLacks)[number]

/** What is missing before an employer may be called unreachable; undefined if nothing is. */
export const lacksForUnreachable = (
  attempts: readonly AttemptResult[],
  documents: { readonly askedAt: string; readonly answeredAt?: string | undefined } | undefined,
  nowMs: number,
): UnreachableLack | undefined => {
  if (countSpacedFailures(attempts) < failedAttemptsNeeded) return 'attempts'
  if (!documents) return 'documents'
  const isOver = Date.parse(documents.askedAt) + documentHours * hourMs <= nowMs
  return documents.answeredAt !== undefined || isOver ? undefined : 'time'
}
