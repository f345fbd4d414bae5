import { postDocumentPhoto } from '../../../../shared/employer/documents/accept-document.ts'
import { serveLinks } from '../../../../shared/link/limits.ts'

export const handler = serveLinks({ postDocumentPhoto })
