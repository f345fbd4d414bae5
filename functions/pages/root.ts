import type { Action } from '../../shared/http/action.ts'
import { docsRoutes } from '../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getRoot: Action<typeof docsRoutes.getRoot> = async () => ({
  status: 302,
  headers: { location: docsRoutes.getDocs.path },
})

export const handler = servePublic(docsRoutes, { getRoot })
