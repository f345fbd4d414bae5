import { docsRoutes } from '../../shared/http/contract/docs-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { documentReply } from '../../shared/http/site.ts'

const getLlms: Act<typeof docsRoutes.getLlms> = async call => documentReply('llms.txt', call)

export const handler = servePublic(docsRoutes, { getLlms })
