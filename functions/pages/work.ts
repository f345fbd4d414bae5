import { bucketOrigin } from '../../shared/aws/bucket.ts'
import { appReply } from '../../shared/http/app-page.ts'
import { appRoutes } from '../../shared/http/contract/app-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getWork: Act<typeof appRoutes.getWork> = async () =>
  appReply({ captures: true, asks: [bucketOrigin()] })

export const handler = servePublic(appRoutes, { getWork })
