import { issuePortalLink } from '../../../shared/account/portal.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { appRoutes } from '../../../shared/http/contract/page-routes.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { portalRoutes } from '../../../shared/portal/routes.ts'

const gone = new Problem('unauthenticated', 'This client was removed.')

const createPortalLink: Action<typeof portalRoutes.createPortalLink> = async ({ caller, origin, nowMs }) => {
  const made = await issuePortalLink(caller.clientId, nowMs)
  if (!made) throw gone
  const url = new URL(appRoutes.getPortal.path, origin)
  // A fragment is sent to no server, and stands in no server's log.
  url.hash = `/link/${made.link}`
  return { status: 201, body: { url: url.href, expiresAt: new Date(made.expiresAt * 1000).toISOString() } }
}

export const handler = serve(portalRoutes, { createPortalLink })
