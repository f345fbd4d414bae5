import { metrics } from '../../shared/metrics/definitions.ts'
import type { AlarmProps, ShareAlarmProps } from '../constructs/alarm.ts'
import { type By, serviceMetric } from './alarm.ts'

export const signInFailures: AlarmProps = {
  name: 'sign-in-failures',
  errorImpact:
    'Many wrong secrets are shown for clients. Somebody tries out secrets, or an integrator was given another one and its customers wait.',
  firstStep:
    'Group the lines request.answered of createToken with status 401 by sourceDigest. From one source it is a guess, and the limit holds it; from an integrator’s, help it to its secret.',
  metric: serviceMetric('SignInFailures', { who: 'client' }),
  statistic: 'Sum',
  above: 100,
}

export const personSignInFailures: AlarmProps = {
  name: 'sign-in-failures-people',
  errorImpact:
    'Many people come back from the issuer without being signed in. Agents and reviewers cannot begin to work and customers wait, or somebody plays with the way back.',
  firstStep:
    'See whether the issuer answers, and whether its client, secret and redirect address are still ours.',
  metric: serviceMetric('SignInFailures', { who: 'person' }),
  statistic: 'Sum',
  above: 50,
}

export const reconciliationMismatches: AlarmProps = {
  name: 'reconciliation-mismatches',
  errorImpact:
    'Reconciliation found live records left behind. Single customers waited an hour too long; they are served by now.',
  firstStep:
    'Look at the stream’s own alarms and the lines outbox.stale-found. If it finds some again every hour, what repairs them fails: read change.failed.',
  metric: serviceMetric('ReconciliationMismatches', { mode: 'live' }),
  statistic: 'Sum',
  above: 0,
  periodMinutes: 60,
}

export const trailFaults: AlarmProps = {
  name: 'trail-faults',
  errorImpact:
    'Trails and their log do not agree. Somebody has removed or rewritten what was done to a verification, or its log is not written: an auditor can rely on neither.',
  firstStep:
    'Read the lines trail-log.mismatch, or ask trail-log check: each names an hour, and an entry with what is wrong of it. Find out in CloudTrail who wrote to the table or the bucket; after a restore, those that came later than its point are missing and are named so.',
  metric: serviceMetric('TrailFaults', {}),
  statistic: 'Sum',
  above: 0,
  periodMinutes: 60,
}

export const ledgerMismatches: AlarmProps = {
  name: 'ledger-mismatches',
  errorImpact:
    'The ledger and the live records of a day do not agree. A customer is charged what no record says, or is not charged what one says.',
  firstStep:
    'Read the lines ledger.mismatch: each names a record and says whether its line is missing, is one too many, or has another amount. Look at it with verifications show, and put it right on the invoice; nobody changes a line.',
  metric: serviceMetric('LedgerMismatches', { mode: 'live' }),
  statistic: 'Sum',
  above: 0,
  periodMinutes: 60,
}

type Registry = By<'CircuitOpen'>['registry'][number]

export const breakerOpen = (registry: Registry): AlarmProps => ({
  name: `registry-${registry}-open`,
  errorImpact: `The registry ${registry} fails and is left alone. Integrators are answered 503 for its look-ups: their users cannot sign up.`,
  firstStep:
    'See on the overview since when. Call the registry; if it says it is well, look at its credential and at the lines identity.unavailable for what failed.',
  metric: serviceMetric('CircuitOpen', { registry }),
  statistic: 'Sum',
  above: 0,
})

export const registryNamesInMetrics: readonly Registry[] = metrics.CircuitOpen.dimensions.registry

type LookedUp = By<'LookupsAnswered'>['product'][number]

/** Callers usually know the number, so half unmatched is unusual. */
export const unmatchedLookups = (product: LookedUp): ShareAlarmProps => ({
  name: `lookups-fruitless-${product}`,
  errorImpact: `More than half of the ${product} look-ups come to nothing. Strangers are hurt if somebody goes through their numbers or names; if all organisations meet it, the registry has lost its people.`,
  firstStep:
    'Find the organisation in the log by its results NO_MATCH and identity_not_found, ask it, and remove its client if it does not know.',
  part: serviceMetric('LookupsUnmatched', { product }),
  whole: serviceMetric('LookupsAnswered', { product }),
  atLeast: 50,
  abovePercent: 50,
  periodMinutes: 15,
})

type Ordered = By<'VerificationsOverdue'>['product'][number]

/** A day is an alarm's longest period, and nights differ from days. */
export const lateVerifications = (product: Ordered): ShareAlarmProps => ({
  name: `verifications-late-${product}`,
  errorImpact: `More than one in five ${product} verifications is late. Customers wait longer than they were promised.`,
  firstStep:
    'See on the overview where work stands: open work lacks agents, reported work lacks reviewers. Send people there.',
  part: serviceMetric('VerificationsOverdue', { product }),
  whole: serviceMetric('VerificationsDue', { product }),
  atLeast: 20,
  abovePercent: 20,
  periodMinutes: 24 * 60,
})

export const failingDeliveries: ShareAlarmProps = {
  name: 'deliveries-failing',
  errorImpact:
    'More than half of the attempts to deliver fail. Customers do not hear of their results; they are tried again for three days.',
  firstStep:
    'Group the lines delivery.attempted by endpointId and failure. One endpoint: tell its owner. Many, with the same failure: our own way out is broken.',
  part: serviceMetric('DeliveryFailures', { mode: 'live' }),
  whole: serviceMetric('DeliveryAttempts', { mode: 'live' }),
  atLeast: 50,
  abovePercent: 50,
  periodMinutes: 15,
}
