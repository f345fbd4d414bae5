import { database } from '../../table/driver.ts'
import { absent, failureOf, type Write } from '../../table/port.ts'
import { expiresAt } from '../../table/retention.ts'
import { toVerificationKey, type VerificationKey } from '../../table/tenant.ts'
import type { TrailEvent } from '../../trail/entry.ts'
import { forEachEvent } from '../../trail/read-store.ts'
import { writeWithTrail } from '../../trail/store.ts'
import { assignmentKey, assignmentKind } from '../../verification/assignment-kind.ts'
import { verificationKey } from '../../verification/kinds.ts'
import { type Assignment, recordKeyOf, tookPartIn } from './assignment.ts'
import { backCheckKey, openWorkIndex } from './kinds.ts'
import { buildMove } from './move-store.ts'
import type { ReportInput } from './report-store.ts'

/** Under which everything of the verification's back-check is stored. */
const findBackCheckKey = async (key: VerificationKey): Promise<VerificationKey | undefined> => {
  const found = await database.get<{ readonly backCheck: number }>(backCheckKey(key, key.verificationId), {
    consistent: true,
  })
  return found && { ...toVerificationKey(key), verificationId: found.backCheck }
}

/** Under which work on the verification is stored: its own, and that of its back-check. */
export const findWorkKeys = async (key: VerificationKey): Promise<readonly VerificationKey[]> => {
  const backCheck = await findBackCheckKey(key)
  return backCheck ? [key, backCheck] : [key]
}

/** All whom the trail names, but for who only looked at the work before there was a report. */
export const listParticipants = async (key: VerificationKey): Promise<readonly string[]> => {
  const [participants, onlookers] = [new Set<string>(), new Set<string>()]
  let isReported = false
  await forEachEvent(key, ({ what, by }) => {
    isReported ||= what === 'reported'
    const isLook = what === 'viewed' && !isReported
    ;(isLook ? onlookers : participants).add(by)
  })
  return [...(isReported ? participants : participants.union(onlookers))]
}

/** Who took part in the verification before the back-check was ordered, or has since. */
export const listBarred = async (assignment: Assignment): Promise<readonly string[]> => {
  const { backCheckOf, tookPart = [] } = assignment
  return backCheckOf ? [...tookPart, ...(await listParticipants(recordKeyOf(assignment)))] : tookPart
}

export const isBarredFrom = async (assignment: Assignment, worker: string): Promise<boolean> =>
  tookPartIn(assignment, worker) || (await listBarred(assignment)).includes(worker)

export interface BackCheckRequest {
  /** Drawn as the id of a verification is. */
  readonly id: number
  readonly at: string
  readonly dueAt: string
  /** Who had a part in the matter. */
  readonly tookPart: readonly string[]
}

/** A second visit as another agent finds it in the list: without a word of the first report. */
export const buildBackCheck = (
  first: Assignment,
  { id, at, dueAt, tookPart }: BackCheckRequest,
): readonly Write[] => {
  const { product, stateId, lgaId, agent, applicantSaidAt } = first
  const key = { ...toVerificationKey(first), verificationId: id }
  const expires = { expiresAt: expiresAt(at, assignmentKind.days) }
  return [
    {
      put: {
        ...key,
        ...assignmentKey(key, id),
        ...openWorkIndex({ ...key, lgaId, dueAt }),
        product,
        stateId,
        lgaId,
        dueAt,
        assignedAt: at,
        status: 'open',
        taskToken: '',
        backCheckOf: first.verificationId,
        visitedBy: agent,
        tookPart,
        ...(applicantSaidAt !== undefined && { applicantSaidAt }),
        ...expires,
      },
      condition: absent,
    },
    {
      put: { ...backCheckKey(first, first.verificationId), backCheck: id, ...expires },
      condition: absent,
    },
    // The id of another order of this millisecond: the decision is made again, with another draw.
    { check: verificationKey(key, id), condition: absent },
  ]
}

/** Written in one transaction. */
export interface TrailWrites {
  readonly events: readonly TrailEvent[]
  readonly writes: readonly Write[]
}

/** The report of a back-check, which ends it: the verification stays decided as it was. To its agent it looks as any other report does. */
export const buildBackCheckReport = (
  assignment: Assignment,
  { by, report, findings, flags }: ReportInput,
  { at, agrees }: { readonly at: string; readonly agrees: boolean },
): TrailWrites => {
  const facts = { agrees, backCheck: assignment.verificationId }
  const set = { report, findings, flags, reportedAt: at, agrees }
  const { write, event } = buildMove(assignment, 'backCheck', { by, at, facts, set })
  return { events: [event], writes: [write] }
}

/** Answers false if the back-check is not this agent's. */
export const fileBackCheck = async (
  assignment: Assignment,
  { events, writes }: TrailWrites,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<boolean> => {
  const failure = await failureOf(writeWithTrail(recordKeyOf(assignment), at, events, { report: writes }))
  const stored = failure?.items.report
  return !failure || (stored?.reportedAt === at && stored.agent === by)
}

/** Its id stays: an erasure that is repeated looks under it for what came late. */
export const eraseBackCheck = async (key: VerificationKey): Promise<void> => {
  const backCheck = await findBackCheckKey(key)
  if (backCheck) await database.write({ delete: assignmentKey(backCheck, backCheck.verificationId) })
}
