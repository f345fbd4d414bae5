import { bucketOrigin } from '../../shared/aws/bucket.ts'
import { setting } from '../../shared/aws/environment.ts'
import { appReply } from '../../shared/http/app-page.ts'
import { appRoutes } from '../../shared/http/contract/app-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getDesk: Act<typeof appRoutes.getDesk> = async () =>
  // A link to a photo is on the media URL, and leads on to the bucket.
  appReply({ showsPicturesOf: [new URL(setting('MEDIA_URL')).origin, bucketOrigin()] })

export const handler = servePublic(appRoutes, { getDesk })
