import { heldIndexAttributes, listIndexAttributes } from '../../table/kind.ts'
import {
  allOf,
  type Condition,
  failureOf,
  type Item,
  type Key,
  type NamedWrites,
  type Update,
} from '../../table/port.ts'
import type { Facts, TrailEvent } from '../../trail/entry.ts'
import { writeWithTrail } from '../../trail/store.ts'
import { assignmentKey } from '../../verification/assignment-kind.ts'
import { maxAppointments } from './appointment.ts'
import type { Assignment, AssignmentKey } from './assignment.ts'
import {
  claimedWorkIndex,
  disputeKey,
  heldIndex,
  isListedWork,
  openWorkIndex,
  reportedWorkIndex,
} from './kinds.ts'
import { type Guard, type Move, type MoveName, moves, type WorkStatus } from './moves.ts'

export const assignmentItemKey = (key: AssignmentKey): Key =>
  key.dispute ? disputeKey(key, key.verificationId, key.dispute) : assignmentKey(key, key.verificationId)

/** As it was read. */
type ReadWork = AssignmentKey &
  Pick<Assignment, 'status' | 'dueAt' | 'lgaId'> &
  Partial<
    Pick<Assignment, 'agent' | 'leaseUntil' | 'reportedAt' | 'reviewer' | 'reviewUntil' | 'stagedDecision'>
  >

interface Mover {
  /** Who makes it, for the trail. */
  readonly by: string
  /** Whose work it is, where another makes the move. */
  readonly agent?: string | undefined
  readonly at: string
}

type Row<Name extends MoveName> = (typeof moves)[Name]
type Named<Name extends MoveName, Part extends keyof Move> =
  Row<Name> extends { readonly [Each in Part]: readonly (infer Attribute extends keyof Assignment)[] }
    ? Attribute
    : never
/** Whether an attribute must be given, may be, or is none of the move, says its row. */
export type Given<Name extends MoveName> = {
  readonly [Each in Named<Name, 'sets'>]: NonNullable<Assignment[Each]>
} & {
  readonly [Each in Named<Name, 'replaces'> | Named<Name, 'adds'>]?: Assignment[Each] | undefined
}
type Sets<Name extends MoveName> = keyof Given<Name> extends never
  ? { readonly set?: never }
  : { readonly set: Given<Name> }

type Moving<Name extends MoveName> = Mover &
  Sets<Name> & {
    readonly facts?: Facts
    /** The simulated agent's work is on no list. */
    readonly isUnlisted?: true
  }

export const statusIn = (from: readonly WorkStatus[]): Condition => {
  const stored = from.filter(status => status !== 'unopened')
  const when = `#status IN (${stored.map(status => `:${status}`).join(', ')})`
  return {
    when: stored.length < from.length ? `(attribute_not_exists(#status) OR ${when})` : when,
    values: Object.fromEntries(stored.map(status => [status, status])),
  }
}

const sameAsRead = (
  work: ReadWork,
  name: 'leaseUntil' | 'reportedAt' | 'reviewer' | 'reviewUntil',
): Condition =>
  work[name] === undefined
    ? { when: `attribute_not_exists(#${name})` }
    : { when: `#${name} = :${name}`, values: { [name]: work[name] } }

const isTheirs = (agent: string): Condition => ({ when: '#agent = :agent', values: { agent } })

const guards: Readonly<Record<Guard, (work: ReadWork, mover: Mover) => Condition | undefined>> = {
  isTheirs: (_work, { by, agent = by }) => isTheirs(agent),
  isFree: (_work, { at }) => ({
    when: '(#status = :open OR #leaseUntil <= :at)',
    values: { open: 'open', at },
  }),
  // A claim that was accepted or renewed since is another.
  isFreeOrAsRead: ({ agent = '', leaseUntil = '' }, { at }) => ({
    when: '(#status = :open OR #leaseUntil <= :at OR (#agent = :agent AND #leaseUntil = :leaseUntil))',
    values: { open: 'open', at, agent, leaseUntil },
  }),
  isLeaseAsRead: work => sameAsRead(work, 'leaseUntil'),
  isAccepted: () => ({ when: 'attribute_not_exists(#offeredBy)' }),
  isNotExtended: () => ({ when: 'attribute_not_exists(#isLeaseExtended)' }),
  hasAppointmentsLeft: () => ({
    when: '(attribute_not_exists(#timesAppointed) OR #timesAppointed < :most)',
    values: { most: maxAppointments },
  }),
  isEndedByApplicant: () => ({ when: 'attribute_exists(#consentEndedAt)' }),
  isReportAsRead: work => sameAsRead(work, 'reportedAt'),
  isReviewAsRead: work => allOf([sameAsRead(work, 'reportedAt'), sameAsRead(work, 'reviewer')]),
  isReportOfOthers: (_work, { by }) => ({ when: '#agent <> :by', values: { by } }),
  isReviewFree: ({ stagedDecision }, { by, at }) => ({
    when: '(attribute_not_exists(#reviewUntil) OR #reviewUntil <= :at OR #reviewer IN (:by, :stagedBy))',
    values: { at, by, stagedBy: stagedDecision?.by ?? by },
  }),
  isReviewer: (_work, { by }) => ({ when: '#reviewer = :by', values: { by } }),
  isReviewLeaseAsRead: work => sameAsRead(work, 'reviewUntil'),
}

/** The work is this agent's, and has therefore not ended. */
export const heldBy = (agent: string): Condition => allOf([statusIn(['claimed']), isTheirs(agent)])!

const lists: Readonly<Record<NonNullable<Move['list']>, (work: Assignment) => object>> = {
  open: openWorkIndex,
  claimed: work => claimedWorkIndex(work, work.leaseUntil!),
  reported: reportedWorkIndex,
  none: () => ({}),
}

/** What is reported is on a list in every mode. */
const indexOf = ({ list, holder }: Move, read: ReadWork, work: Assignment): object => {
  const isListed = list === 'reported' || read.status === 'reported' || isListedWork(read)
  const who = holder === 'reviewer' ? work.reviewer : work.agent
  return {
    ...(list && isListed && lists[list](work)),
    ...(holder && holder !== 'nobody' && heldIndex(work.mode, who!, work.dueAt)),
  }
}

const leftLists = ({ list, holder }: Move): readonly string[] => {
  if (list === 'none') return listIndexAttributes
  return holder === 'nobody' ? heldIndexAttributes : []
}

/** Legal by the row of the table, leaving what it says. */
export const moveWrite = <Name extends MoveName>(
  read: ReadWork,
  name: Name,
  moving: Moving<Name>,
): Update => {
  const row: Move = moves[name]
  const { from, to, guards: asked = [], replaces = [], counts = [], clears = [] } = row
  const given: Partial<Assignment> = moving.set ?? {}
  return {
    update: assignmentItemKey(read),
    set: {
      ...(to && { status: to }),
      ...given,
      ...(!moving.isUnlisted && indexOf(row, read, { ...read, ...given } as Assignment)),
    },
    ...(counts.length > 0 && { add: Object.fromEntries(counts.map(each => [each, 1])) }),
    remove: [...clears, ...replaces.filter(each => given[each] === undefined), ...leftLists(row)],
    condition: allOf([statusIn(from), ...asked.map(guard => guards[guard](read, moving))])!,
  }
}

type ToldMove = { [Name in MoveName]: Row<Name> extends { readonly word: string } ? Name : never }[MoveName]

/** What one transaction writes of a move. */
export interface BuiltMove {
  readonly write: Update
  readonly event: TrailEvent
}

export const buildMove = <Name extends ToldMove>(
  work: ReadWork,
  name: Name,
  moving: Moving<Name>,
): BuiltMove => {
  const { by, facts } = moving
  return {
    write: moveWrite(work, name, moving),
    event: { what: moves[name].word, by, ...(facts && { facts }) },
  }
}

interface Beside {
  /** Written in the same transaction. */
  readonly also?: NamedWrites & { readonly work?: never; readonly entry?: never }
  /** Whether it is what an earlier, lost response of this write left. */
  readonly isOwn?: (stored: Item) => boolean
}

/**
 * Makes a move and tells the trail. Answers false if it is not legal (any more). The work's own status says whether its
 * record is final: whatever makes a record final ends its work in the same write.
 */
export const moveWork = async <Name extends ToldMove>(
  work: ReadWork,
  name: Name,
  moving: Moving<Name> & Beside,
): Promise<boolean> => {
  const { at, also = {}, isOwn = () => false } = moving
  const { write, event } = buildMove(work, name, moving)
  const failure = await failureOf(writeWithTrail(work, at, [event], { ...also, work: write }))
  const stored = failure?.items.work
  return !failure || (stored !== undefined && isOwn(stored))
}
