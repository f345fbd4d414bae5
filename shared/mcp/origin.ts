import { setting } from '../aws/environment.ts'
import type { Middleware } from '../http/action.ts'
import { Problem } from '../http/contract/problem.ts'
import { requestOrigin } from '../http/cookie.ts'

const ofThisMachine = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether a page may ask. On a laptop the caller names the host, and a name of another site may lead there (DNS
 * rebinding), so only pages of the machine itself count. @param own the origin that the caller asked
 */
export const isOwnOrigin = (origin: string, own: string, stage: string): boolean =>
  stage === 'local' ? ofThisMachine.test(origin) : origin === own

/** Programs send no `Origin`. @throws Problem foreign_origin */
export const refuseForeignOrigin: Middleware = {
  before: ({ event }) => {
    const { origin } = event.headers
    if (origin !== undefined && !isOwnOrigin(origin, requestOrigin(event), setting('STAGE')))
      throw new Problem('foreign_origin', 'A page of another site may not use these tools.')
  },
}
