import { documentsRoutes } from '../../../../shared/fieldwork/contact/documents-routes.ts'
import { takeDocument } from '../../../../shared/fieldwork/contact/take-document.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { servePages } from '../../../../shared/http/serve-pages.ts'

const postDocumentPhoto: Action<typeof documentsRoutes.postDocumentPhoto> = ({ params, file, nowMs }) =>
  takeDocument({ token: params.token, file, nowMs })

export const handler = servePages(documentsRoutes, { postDocumentPhoto })
