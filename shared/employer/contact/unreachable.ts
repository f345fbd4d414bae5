import type { StoredContactAttempt } from './attempt.ts'
import type { unreachableLacks } from './attempt-contract.ts'

/** How many failed attempts make an employer unreachable (design §5: no answer after three attempts). */
export const failedAttemptsNeeded = 3

/**
 * Attempts count apart when they lie so far apart: three calls into one lunch break are one. Two hours let an agent make
 * three in a working day, of which each finds other people at the telephone.
 */
export const minHoursBetweenAttempts = 2

/** For how long the applicant may look for documents before the check ends without them. */
export const documentHours = 24

const hourMs = 3_600_000

const isFailed = ({ outcome }: Pick<StoredContactAttempt, 'outcome'>): boolean => outcome !== 'reached'

/** How many failed attempts there were, of which each lies `hoursApart` behind the one counted before it. */
export const countSpacedFailures = (
  attempts: readonly Pick<StoredContactAttempt, 'outcome' | 'at'>[],
): number => {
  const times = attempts
    .filter(isFailed)
    .map(({ at }) => Date.parse(at))
    .sort((one, other) => one - other)
  const counted: number[] = []
  for (const time of times)
    if (counted.length === 0 || time - counted.at(-1)! >= minHoursBetweenAttempts * hourMs) counted.push(time)
  return counted.length
}

/** The applicant was asked for documents, by link; ISO 8601. */
export interface DocumentsRequest {
  readonly askedAt: string
  readonly answeredAt?: string | undefined
}

export type UnreachableLack = (typeof unreachableLacks)[number]

/**
 * What is missing before an employer may be called unreachable: failed attempts, that the applicant was asked for
 * documents, or the time to send them. Undefined for nothing.
 */
export const lacksForUnreachable = (
  attempts: readonly Pick<StoredContactAttempt, 'outcome' | 'at'>[],
  documents: DocumentsRequest | undefined,
  nowMs: number,
): UnreachableLack | undefined => {
  if (countSpacedFailures(attempts) < failedAttemptsNeeded) return 'attempts'
  if (!documents) return 'documents'
  const isOver = Date.parse(documents.askedAt) + documentHours * hourMs <= nowMs
  return documents.answeredAt !== undefined || isOver ? undefined : 'time'
}

/** Whether `EMPLOYER UNREACHABLE` may be chosen. */
export const mayBeUnreachable = (
  attempts: readonly Pick<StoredContactAttempt, 'outcome' | 'at'>[],
  documents: DocumentsRequest | undefined,
  nowMs: number,
): boolean => lacksForUnreachable(attempts, documents, nowMs) === undefined
