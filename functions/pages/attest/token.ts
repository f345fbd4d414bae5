import { answerAttestPage, showAttestPage } from '../../../shared/fieldwork/attestation/attest-page.ts'
import { attestRoutes } from '../../../shared/fieldwork/attestation/attest-routes.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'

const getAttestPage: Act<typeof attestRoutes.getAttestPage> = ({ params, nowMs, isNavigation }) =>
  showAttestPage({ token: params.token, nowMs, isNavigation })

const postAttestPage: Act<typeof attestRoutes.postAttestPage> = ({ params, form, seen, nowMs }) =>
  answerAttestPage({ token: params.token, form, seen, nowMs })

export const handler = servePages(attestRoutes, { getAttestPage, postAttestPage })
