import { docsRoutes } from '../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'

const headers = { location: docsRoutes.getDocs.path }

export const handler = servePublic(docsRoutes, { getRoot: async () => ({ status: 302 as const, headers }) })
