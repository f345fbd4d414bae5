import {
  answerAttestPage as answer,
  showAttestPage,
} from '../../../shared/fieldwork/attestation/attest-page.ts'
import { attestRoutes } from '../../../shared/fieldwork/attestation/attest-routes.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'

const getAttestPage: Act<typeof attestRoutes.getAttestPage> = ({ params, nowMs }) =>
  showAttestPage(params.token, nowMs)

const answerAttestPage: Act<typeof attestRoutes.answerAttestPage> = ({ params, form, seen, nowMs }) =>
  answer({ token: params.token, form, seen, nowMs })

export const handler = servePublic(attestRoutes, { getAttestPage, answerAttestPage })
