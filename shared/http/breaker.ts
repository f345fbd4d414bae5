/** Circuit breaker before calls to somebody else's server. Its owner decides what opens it, and its store keeps it. */
export interface BreakerState {
  readonly isOpen: boolean
  readonly probeAtMs: number
}

export const breakerGate = (
  { isOpen, probeAtMs }: BreakerState,
  nowMs: number,
): 'pass' | 'probe' | 'wait' => {
  if (!isOpen) return 'pass'
  return nowMs >= probeAtMs ? 'probe' : 'wait'
}

/**
 * Whether a call may be made now.
 * @param claimProbe moves `probeAtMs`, and returns true for one of all callers that saw the same state
 */
export const isAdmitted = async (
  state: BreakerState,
  nowMs: number,
  claimProbe: () => Promise<boolean>,
): Promise<boolean> => {
  const gate = breakerGate(state, nowMs)
  return gate === 'probe' ? claimProbe() : gate === 'pass'
}
