import { bucketOrigin } from '../../shared/aws/bucket.ts'
import { setting } from '../../shared/aws/environment.ts'
import { appRoutes } from '../../shared/http/contract/page-routes.ts'
import { appPageResponse } from '../../shared/http/page.ts'
import { servePublic } from '../../shared/http/serve.ts'

export const handler = servePublic(appRoutes, {
  getDesk: async () =>
    // A link to a photo is on the media URL, and leads on to the bucket.
    appPageResponse({ showsPicturesOf: [new URL(setting('MEDIA_URL')).origin, bucketOrigin()] }),
})
