import { documentsRoutes } from '../../../../shared/fieldwork/contact/documents-routes.ts'
import { takeDocument } from '../../../../shared/fieldwork/contact/take-document.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { servePages } from '../../../../shared/http/serve-pages.ts'

const postDocumentPhoto: Act<typeof documentsRoutes.postDocumentPhoto> = ({ params, file, nowMs }) =>
  takeDocument({ token: params.token, file, nowMs })

export const handler = servePages(documentsRoutes, { postDocumentPhoto })
