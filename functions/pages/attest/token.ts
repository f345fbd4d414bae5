import { getAttestPage, postAttestPage } from '../../../shared/employer/attestation/page.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { linkRoutes } from '../../../shared/link/routes.ts'

export const handler = servePages(linkRoutes, { getAttestPage, postAttestPage })
