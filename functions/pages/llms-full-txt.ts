import { docsRoutes } from '../../shared/http/contract/docs-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { documentReply } from '../../shared/http/site.ts'

const getLlmsFull: Act<typeof docsRoutes.getLlmsFull> = async call => documentReply('llms-full.txt', call)

export const handler = servePublic(docsRoutes, { getLlmsFull })
