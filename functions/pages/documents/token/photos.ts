import { documentsRoutes } from '../../../../shared/employer/documents/routes.ts'
import { acceptDocument } from '../../../../shared/employer/documents/accept-document.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { servePages } from '../../../../shared/http/serve-pages.ts'

const postDocumentPhoto: Action<typeof documentsRoutes.postDocumentPhoto> = ({ params, file, nowMs }) =>
  acceptDocument({ token: params.token, file, nowMs })

export const handler = servePages(documentsRoutes, { postDocumentPhoto })
