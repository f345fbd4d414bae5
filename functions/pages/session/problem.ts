import { IssuerUnavailableError, SignInRefusedError } from '../../../shared/account/issuer.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { emitMetrics, toMeasurement } from '../../../shared/metrics/emit.ts'

/** What a person is told of an issuer's failure; anything else is thrown on. @throws Problem sign_in_failed, issuer_unavailable */
export const issuerProblem = (error: unknown): never => {
  if (error instanceof SignInRefusedError || error instanceof IssuerUnavailableError)
    emitMetrics(toMeasurement({ who: 'person' }, { SignInFailures: 1 }))
  if (error instanceof SignInRefusedError)
    throw new Problem('sign_in_failed', 'The issuer did not confirm this sign-in. Begin again.')
  if (error instanceof IssuerUnavailableError)
    throw new Problem('issuer_unavailable', 'The issuer does not answer. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    })
  throw error
}
