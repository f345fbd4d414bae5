/**
 * A breaker stands before calls to somebody else's server: while it is open, callers need not wait for failures that
 * others have met. What opens it, and for how long, is its owner's to say; where it is kept, its store's.
 */
export interface BreakerState {
  readonly isOpen: boolean
  /** From when on one call may try, while it is open: whoever moves this time first makes it. Milliseconds since 1970. */
  readonly probeAtMs: number
}

/** Whether a call may pass, may try alone, or must wait. */
export const breakerGate = (
  { isOpen, probeAtMs }: BreakerState,
  nowMs: number,
): 'pass' | 'probe' | 'wait' => {
  if (!isOpen) return 'pass'
  return nowMs >= probeAtMs ? 'probe' : 'wait'
}
