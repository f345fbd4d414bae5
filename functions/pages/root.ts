import { docsRoutes } from '../../shared/http/contract/docs-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getRoot: Act<typeof docsRoutes.getRoot> = async () => ({
  status: 302,
  headers: { location: docsRoutes.getDocs.path },
})

export const handler = servePublic(docsRoutes, { getRoot })
