/** What becomes of a try to send something. */
export type RetryDecision =
  /** Later, by itself. */
  | 'again'
  /** Once its agent has signed in anew. */
  | 'sign-in'
  /** Not before its agent has decided what to do. */
  | 'trouble'

const fates: Readonly<Record<string, RetryDecision>> = {
  unauthenticated: 'sign-in',
  lease_lost: 'trouble',
  already_reported: 'trouble',
  already_decided: 'trouble',
  already_claimed: 'trouble',
  not_found: 'trouble',
  invalid_request: 'trouble',
  product_not_enabled: 'trouble',
}

/** By the service's code. What is not in the list may pass: too many requests, a fault, a network in between. */
export const decideRetry = (code: string | undefined): RetryDecision => fates[code ?? ''] ?? 'again'

const firstMs = 2000
const longestMs = 300_000

/** How long to wait before another try: longer each time, and never as long as others wait. @param chance 0 to 1 */
export const retryDelayMs = (tries: number, chance: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(tries, 20)) * (0.75 + chance / 4)
