import { setting } from '../../aws/environment.ts'
import { destinationRules } from '../endpoint/receiver.ts'
import { type Attempt, type AttemptInput, attempt } from '../transport/attempt.ts'

/** One signed request under the stage's rules; it never throws. */
export const attemptByRules = (input: Omit<AttemptInput, 'rules' | 'timeoutSeconds'>): Promise<Attempt> =>
  attempt({ ...input, rules: destinationRules(), timeoutSeconds: setting('WEBHOOK_TIMEOUT_SECONDS') })
