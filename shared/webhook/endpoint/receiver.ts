import { setting } from '../../aws/environment.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import { checkUrl, type DestinationRules } from '../transport/destination.ts'
import { resolve } from '../transport/resolution.ts'

/** Which receivers this stage may call: the public internet over https, and on the laptop the laptop itself. */
export const destinationRules = (): DestinationRules => ({
  allowHttp: setting('WEBHOOK_ALLOW_LOCAL'),
  allowLoopback: setting('WEBHOOK_ALLOW_LOCAL'),
})

const refused = (code: string, detail: string) => invalidRequest([{ pointer: '/url', code, detail }])

/** Judges a receiver's URL as every attempt will. @throws Problem invalid_request saying what is wrong with it */
export const assertReceiver = async (url: string): Promise<void> => {
  const rules = destinationRules()
  const checked = checkUrl(url, rules)
  if (!checked.ok) throw refused(checked.reason, checked.detail)
  const found = await resolve(checked.url, rules)
  if (!found.ok) throw refused(found.failure, found.detail)
}
