import { appRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { assetResponse } from '../../../shared/http/site.ts'

/** A service worker answers for what lies below it, unless its host says more (https://www.w3.org/TR/service-workers/#service-worker-allowed). */
const answersForPage = { 'service-worker-allowed': appRoutes.getWork.path }

export const handler = servePages(appRoutes, {
  getWorkAsset: async ({ params: { asset } }) => {
    const reply = assetResponse(asset)
    const isWorker = asset === 'service-worker.js'
    return isWorker ? { ...reply, headers: { ...reply.headers, ...answersForPage } } : reply
  },
})
