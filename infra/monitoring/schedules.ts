import { closeIntervalMinutes } from '../../shared/trail/hour.ts'
import type { Urgency } from '../constructs/context.ts'
import { backlogs } from './backlogs.ts'

export interface Schedule {
  readonly everyMinutes: number
  /** Of its silence. */
  readonly urgency: Urgency
  /** Who is hurt where it does not run, or fails. */
  readonly errorImpact: string
}

const hour = 60
const day = 24 * hour

/** What the stage does by the clock: the silence of each is heard. */
export const schedules = {
  beat: {
    everyMinutes: 5,
    urgency: 'ticket',
    errorImpact:
      'Nobody notices if the table’s stream stops on a quiet night: `table-stream-silent` rings, too.',
  },
  reconcile: { everyMinutes: hour, urgency: 'ticket', errorImpact: backlogs.reconciliations.errorImpact },
  'check-ledger': {
    everyMinutes: day,
    urgency: 'ticket',
    errorImpact: 'Nobody notices if a customer is charged without a record, or is not charged for one.',
  },
  'count-fieldwork': {
    everyMinutes: 5,
    urgency: 'ticket',
    errorImpact:
      'Supervisors see old numbers, and so do operators where much is open; no alarm tells of late visits, and no lease is extended by itself. The visits go on.',
  },
  'close-trails': {
    everyMinutes: closeIntervalMinutes,
    urgency: 'ticket',
    errorImpact: 'New trail entries are not logged: until they are, nothing proves that they are unchanged.',
  },
  'check-trails': {
    everyMinutes: hour,
    urgency: 'ticket',
    errorImpact: 'Nobody notices if somebody removes or rewrites trail entries.',
  },
  'seal-ledgers': {
    everyMinutes: day,
    urgency: 'ticket',
    errorImpact:
      'Past months of the ledger are not sealed: until they are, nothing proves that their lines are unchanged.',
  },
  'repeat-erasures': {
    everyMinutes: hour,
    urgency: 'ticket',
    errorImpact: 'Data that arrived during an erasure, such as an upload, stays until it expires.',
  },
} as const satisfies Readonly<Record<string, Schedule>>

export type ScheduleName = keyof typeof schedules
