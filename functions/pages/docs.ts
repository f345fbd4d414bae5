import type { Action } from '../../shared/http/action.ts'
import { docsRoutes } from '../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { docsResponse } from '../../shared/http/site.ts'

const getDocs: Action<typeof docsRoutes.getDocs> = async call => docsResponse('index.html', call)

export const handler = servePublic(docsRoutes, { getDocs })
