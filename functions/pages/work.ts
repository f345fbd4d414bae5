import { bucketOrigin } from '../../shared/aws/bucket.ts'
import { appRoutes } from '../../shared/http/contract/page-routes.ts'
import { appPageResponse } from '../../shared/http/page.ts'
import { servePublic } from '../../shared/http/serve.ts'

export const handler = servePublic(appRoutes, {
  getWork: async () => appPageResponse({ captures: true, asks: [bucketOrigin()] }),
})
