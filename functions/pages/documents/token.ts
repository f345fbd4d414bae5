import { answerDocumentsPage, showDocumentsPage } from '../../../shared/employer/documents/documents.ts'
import { documentsRoutes } from '../../../shared/employer/documents/routes.ts'
import type { Action } from '../../../shared/http/action.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'

const getDocumentsPage: Action<typeof documentsRoutes.getDocumentsPage> = ({ params, nowMs, isNavigation }) =>
  showDocumentsPage({ token: params.token, nowMs, isNavigation })

const postDocumentsPage: Action<typeof documentsRoutes.postDocumentsPage> = ({ params, form, seen, nowMs }) =>
  answerDocumentsPage({ token: params.token, form, seen, nowMs })

export const handler = servePages(documentsRoutes, { getDocumentsPage, postDocumentsPage })
