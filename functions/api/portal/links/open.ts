import { openByLink } from '../../../../shared/account/portal.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { ownPagesAlone } from '../../../../shared/http/own-page.ts'
import { publicPorts, servePublic } from '../../../../shared/http/serve.ts'
import { openedReply } from '../../../../shared/portal/answer.ts'
import { portalRoutes } from '../../../../shared/portal/routes.ts'

const spent = new Problem('unauthenticated', 'This link was used already, or is older than five minutes.')

const openPortal: Act<typeof portalRoutes.openPortal> = async ({ body, nowMs }) => {
  const opened = await openByLink(body.link, nowMs)
  if (!opened) throw spent
  return openedReply(opened)
}

export const handler = servePublic(portalRoutes, { openPortal }, publicPorts, [ownPagesAlone])
