import { getDocumentsPage, postDocumentsPage } from '../../../shared/employer/documents/page.ts'
import { serveLinks } from '../../../shared/link/limits.ts'

export const handler = serveLinks({ getDocumentsPage, postDocumentsPage })
