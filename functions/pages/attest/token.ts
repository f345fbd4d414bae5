import { getAttestPage, postAttestPage } from '../../../shared/employer/attestation/page.ts'
import { servePages } from '../../../shared/http/page.ts'
import { linkRoutes } from '../../../shared/link/routes.ts'

export const handler = servePages(linkRoutes, { getAttestPage, postAttestPage })
