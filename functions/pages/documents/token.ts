import { getDocumentsPage, postDocumentsPage } from '../../../shared/employer/documents/page.ts'
import { serveLinks } from '../../../shared/link/web-page.tsx'

export const handler = serveLinks({ getDocumentsPage, postDocumentsPage })
