/** Somebody else has signed in on this phone since. */
export class OtherPersonError extends Error {
  override name = 'OtherPerson'
}

/** Aborts a request after this time. (`AbortSignal.timeout` is younger than some phones.) */
export const withTimeout = (ms: number): AbortSignal => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}

/** After a failed try: later by itself, after a sign-in, or once its agent has decided what to do. */
type RetryDecision = 'again' | 'sign-in' | 'trouble'

const decisions: Readonly<Record<string, RetryDecision>> = {
  unauthenticated: 'sign-in',
  lease_lost: 'trouble',
  already_reported: 'trouble',
  already_decided: 'trouble',
  already_claimed: 'trouble',
  not_found: 'trouble',
  invalid_request: 'trouble',
  product_not_enabled: 'trouble',
}

/** Decides by the problem code. Any other may pass: too many requests, a fault, a network in between. */
export const decideRetry = (code: string | undefined): RetryDecision => decisions[code ?? ''] ?? 'again'

const firstMs = 2000
const longestMs = 300_000

/** Exponential delay with jitter. @param chance 0 to 1 */
export const retryDelayMs = (tries: number, chance: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(tries, 20)) * (0.75 + chance / 4)
