/** Faults that can be planted by name, each what a tired hand might write. */
export const mutants = {
  // acceptance
  'guard-ignored': 'an equal order is accepted again',
  'guard-written-apart': 'record and guard are two writes',
  'cancelled-stands-in-the-way': 'a cancelled order answers as the duplicate of a new one',
  'key-not-held': 'two requests with one key are both the first',
  'takeover-draws-anew': 'a request that takes over forgets the id of the one that died',
  'takeover-trusts-the-id': 'a request that takes over answers whatever stands under its id',
  'redraw-by-chance': 'a request whose id was taken draws another, which nobody who takes over finds',
  'answered-before-kept': 'the answer is kept before the order is',
  // decision, cancellation, expiry
  'decision-after-the-end': 'a decision needs no open record',
  'decision-in-two-writes': 'the decision is written first, the record afterwards',
  'cancel-after-the-end': 'a final record can be cancelled',
  'cancel-after-the-visit': 'a visited record can be cancelled',
  'cancel-always-succeeds': 'a cancellation that came second is told that it was first',
  'decision-always-succeeds': 'a decision that came second is told that it was first',
  'expiry-after-the-end': 'a final record can expire',
  'lateness-opens-again': 'noting lateness needs no open record',
  // workflow
  'decision-not-signalled': 'the workflow never hears of the decision',
  'second-wait-keeps-old-token': 'the second wait does not leave its token',
  'end-of-the-moment-missed': 'an end that comes while the wait begins is not looked for',
  'work-opened-anew': 'the second wait forgets what people have done',
  // reconciliation
  'forgets-the-dead': 'nobody ends what outlived its workflow',
  'forgets-the-untold': 'nobody tells what the stream lost',
  'kept-counts-as-sent':
    'an event that reconciliation has kept is taken for sent, though it may have died before that',
  'forgets-the-unstarted': 'nobody starts what the stream lost',
  // the outbox
  'cancellation-not-told': 'a cancelled record is not published',
  'start-not-told': 'an accepted record is not published',
  'event-named-by-time': 'an event built twice is two events',
  'links-of-the-moment': 'a second build has other bytes, and wins',
  'told-of-before': 'the event shows the record as it was before it ended',
  'delivery-before-event': 'deliveries are sent before the event is kept',
  'known-event-not-sent':
    'an event that is known is not sent, though its first build may have died before that',
  'failed-change-skipped': 'a batch with a failed change is done with',
  'goes-back-too-little': 'a batch goes back to its last failed change, not its first',
  'list-of-before-gone-by': 'a list of endpoints is gone by that was read before what is told happened',
  'sends-to-the-first-alone': 'of several endpoints one is sent the event',
  'wildcard-not-understood': 'an endpoint that asked for all of a noun gets nothing',
  // delivery
  'retry-forgotten': 'a failed attempt has no next one',
  'retry-noted-first': 'the next attempt is noted before its message is stored',
  'next-attempt-same-number': 'the next attempt has the number of the last',
  'copies-multiply': 'each copy of a message brings forth a line of its own',
  'gives-up-early': 'the schedule ends after four attempts',
  'gone-is-failed': 'a receiver that is gone is tried again',
  'time-out-is-success': 'no answer counts as delivered',
  'gate-always-open': 'a failing endpoint is tried by all at once',
  'gate-never-opens': 'a failing endpoint is never probed',
  'probe-for-everybody': 'the probe is taken without a condition',
  'recovery-not-noted': 'an endpoint that succeeds stays failing',
  'sent-though-off': 'an endpoint that is off is sent events',
  'resumes-without-search': 'an endpoint that is enabled is not sent what it missed',
  'searches-after-the-switch': 'the search is sent after the switch is written',
} as const

export type Mutant = keyof typeof mutants
