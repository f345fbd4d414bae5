import { metrics } from '../../shared/metrics/definitions.ts'
import type { AlarmProps, ShareAlarmProps } from '../constructs/alarm.ts'
import type { ListedAlarm } from './alarm.ts'
import {
  breakerOpen,
  unmatchedLookups,
  lateVerifications,
  ledgerMismatches,
  reconciliationMismatches,
  personSignInFailures,
  registryNamesInMetrics,
  signInFailures,
  trailFaults,
  failingDeliveries,
} from './service-alarms.ts'
import {
  burst,
  bursts,
  deadLetters,
  queueLate,
  serverErrors,
  streamLate,
  throttles,
  workflowEnds,
} from './resource-alarms.ts'
import { type BacklogName, backlogs } from './backlogs.ts'

type Listed = ListedAlarm | AlarmProps | ShareAlarmProps

const waiting = Object.keys(backlogs) as BacklogName[]
const queues = waiting.filter(name => name !== 'table-stream')

/** All alarms except those of single functions. What customers feel comes first. */
export const alarms: readonly Listed[] = [
  serverErrors,
  ...metrics.VerificationsOverdue.dimensions.product.map(lateVerifications),
  failingDeliveries,
  ...registryNamesInMetrics.map(breakerOpen),
  ...[
    signInFailures,
    personSignInFailures,
    throttles,
    reconciliationMismatches,
    trailFaults,
    ledgerMismatches,
  ],
  ...Object.values(workflowEnds),
  ...[...queues.map(queueLate), streamLate],
  ...waiting.map(deadLetters),
  ...bursts.map(burst),
  ...metrics.LookupsAnswered.dimensions.product.map(unmatchedLookups),
]

/** Each metric that an alarm reads is paid for. */
export const metricsReadBy = (alarm: Listed): number => ('part' in alarm ? 2 : 1)
