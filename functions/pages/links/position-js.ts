import { linkRoutes } from '../../../shared/fieldwork/link/routes.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { documentReply } from '../../../shared/http/site.ts'

const getPositionScript: Act<typeof linkRoutes.getPositionScript> = async call =>
  documentReply('position.js', call)

export const handler = servePublic(linkRoutes, { getPositionScript })
