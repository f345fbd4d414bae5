import { openPortalByLink } from '../../../../shared/account/portal.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import { sameOriginOnly } from '../../../../shared/http/cookie.ts'
import { publicPorts, servePublic } from '../../../../shared/http/serve.ts'
import { portalOpenedResponse } from '../../../../shared/portal/response.ts'
import { portalRoutes } from '../../../../shared/portal/routes.ts'

const spent = new Problem('unauthenticated', 'This link was used already, or is older than five minutes.')

const openPortal: Action<typeof portalRoutes.openPortal> = async ({ body, nowMs }) => {
  const opened = await openPortalByLink(body.link, nowMs)
  if (!opened) throw spent
  return portalOpenedResponse(opened)
}

export const handler = servePublic(portalRoutes, { openPortal }, publicPorts, [sameOriginOnly])
