import { bucketOrigin } from '../../shared/aws/bucket.ts'
import type { Action } from '../../shared/http/action.ts'
import { appRoutes } from '../../shared/http/contract/page-routes.ts'
import { appPageResponse } from '../../shared/http/page.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getWork: Action<typeof appRoutes.getWork> = async () =>
  appPageResponse({ captures: true, asks: [bucketOrigin()] })

export const handler = servePublic(appRoutes, { getWork })
