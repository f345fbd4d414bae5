import { postDocumentPhoto } from '../../../../shared/employer/documents/accept-document.ts'
import { serveLinks } from '../../../../shared/link/web-page.tsx'

export const handler = serveLinks({ postDocumentPhoto })
