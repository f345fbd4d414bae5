import { Problem } from '../../http/contract/problem.ts'
import { isFinal } from '../../verification/outcome.ts'
import type { Verification } from '../../verification/verification.ts'

/** What takes people a day or two is not asked for every minute. In seconds. */
const laterSeconds = 3600

/** There is nothing to report yet. */
export const notComplete = (why: string): Problem =>
  new Problem('not_final', why, { headers: { 'retry-after': `${laterSeconds}` } })

/** @throws Problem not_final while people still work on it */
export const refuseOpen = ({ outcome }: Verification): void => {
  if (!isFinal(outcome)) throw notComplete('It is not complete yet; its end is reported by an event.')
}
