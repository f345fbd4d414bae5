import type { Action } from '../../../shared/http/action.ts'
import { docsRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { docsResponse } from '../../../shared/http/site.ts'

const getDocsPage: Action<typeof docsRoutes.getDocsPage> = async call => {
  const { page } = call.params
  return docsResponse(/\.(md|mjs)$/.test(page) ? page : `${page}.html`, call)
}

export const handler = servePublic(docsRoutes, { getDocsPage })
