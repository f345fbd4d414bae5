import { docsRoutes } from '../../shared/http/contract/docs-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { documentReply } from '../../shared/http/site.ts'

const getDocs: Act<typeof docsRoutes.getDocs> = async call => documentReply('index.html', call)

export const handler = servePublic(docsRoutes, { getDocs })
