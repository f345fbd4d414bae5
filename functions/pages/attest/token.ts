import { getAttestPage, postAttestPage } from '../../../shared/employer/attestation/page.ts'
import { serveLinks } from '../../../shared/link/web-page.tsx'

export const handler = serveLinks({ getAttestPage, postAttestPage })
