import { docsRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { docsResponse } from '../../../shared/http/site.ts'

export const handler = servePublic(docsRoutes, {
  getDocsPage: async call => {
    const { page } = call.params
    return docsResponse(/\.(md|mjs)$/.test(page) ? page : `${page}.html`, call)
  },
})
