import { answerAttestPage, showAttestPage } from '../../../shared/employer/attestation/attest-page.ts'
import { attestRoutes } from '../../../shared/employer/attestation/routes.ts'
import type { Action } from '../../../shared/http/action.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'

const getAttestPage: Action<typeof attestRoutes.getAttestPage> = ({ params, nowMs, isNavigation }) =>
  showAttestPage({ token: params.token, nowMs, isNavigation })

const postAttestPage: Action<typeof attestRoutes.postAttestPage> = ({ params, form, seen, nowMs }) =>
  answerAttestPage({ token: params.token, form, seen, nowMs })

export const handler = servePages(attestRoutes, { getAttestPage, postAttestPage })
