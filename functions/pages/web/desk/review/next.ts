import type { WorkItem } from '../../../../../shared/work/contract.ts'

/** Whether this reviewer can have it now: nobody else holds it, it is no visit and no decision of theirs, and no rejection of theirs waits. */
export const isFreeFor = ({ waiting, isMine }: WorkItem, reviewer: string): boolean =>
  waiting !== null &&
  waiting.agent !== reviewer &&
  !waiting.disputed?.isBarred &&
  waiting.stagedBy !== reviewer &&
  (isMine || waiting.reviewer === null || waiting.reviewer === reviewer)

/** The case to go to: of what is free the first that was not passed over. */
export const nextOf = (
  works: readonly WorkItem[],
  reviewer: string,
  passed: ReadonlySet<string>,
): WorkItem | undefined => works.find(work => isFreeFor(work, reviewer) && !passed.has(work.id))
