import { postDocumentPhoto } from '../../../../shared/employer/documents/accept-document.ts'
import { servePages } from '../../../../shared/http/serve-pages.ts'
import { linkRoutes } from '../../../../shared/link/routes.ts'

export const handler = servePages(linkRoutes, { postDocumentPhoto })
