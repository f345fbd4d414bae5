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

const troubles: readonly (string | undefined)[] = [
  'lease_lost',
  'already_reported',
  'already_decided',
  'already_claimed',
  'not_found',
  'invalid_request',
  'product_not_enabled',
]

/** Whether the agent has to decide, by the problem code. Any other may pass: a sign-in, a fault, a network in between. */
export const needsDecision = (code: string | undefined): boolean => troubles.includes(code)

/** Exponential delay with jitter, from 2 s to 5 min. @param chance 0 to 1 */
export const retryDelayMs = (tries: number, chance: number): number =>
  Math.min(300_000, 2000 * 2 ** Math.min(tries, 20)) * (0.75 + chance / 4)
