import { getAttestPage, postAttestPage } from '../../../shared/employer/attestation/page.ts'
import { serveLinks } from '../../../shared/link/limits.ts'

export const handler = serveLinks({ getAttestPage, postAttestPage })
