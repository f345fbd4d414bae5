import { answerDocumentsPage, showDocumentsPage } from '../../../shared/fieldwork/contact/documents.ts'
import { documentsRoutes } from '../../../shared/fieldwork/contact/documents-routes.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'

const getDocumentsPage: Act<typeof documentsRoutes.getDocumentsPage> = ({ params, nowMs, isNavigation }) =>
  showDocumentsPage({ token: params.token, nowMs, isNavigation })

const postDocumentsPage: Act<typeof documentsRoutes.postDocumentsPage> = ({ params, form, seen, nowMs }) =>
  answerDocumentsPage({ token: params.token, form, seen, nowMs })

export const handler = servePages(documentsRoutes, { getDocumentsPage, postDocumentsPage })
