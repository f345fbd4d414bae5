import { getDocumentsPage, postDocumentsPage } from '../../../shared/employer/documents/page.ts'
import { servePages } from '../../../shared/http/page.ts'
import { linkRoutes } from '../../../shared/link/routes.ts'

export const handler = servePages(linkRoutes, { getDocumentsPage, postDocumentsPage })
