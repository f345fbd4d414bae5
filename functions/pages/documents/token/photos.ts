import { postDocumentPhoto } from '../../../../shared/employer/documents/accept-document.ts'
import { servePages } from '../../../../shared/http/page.ts'
import { linkRoutes } from '../../../../shared/link/routes.ts'

export const handler = servePages(linkRoutes, { postDocumentPhoto })
