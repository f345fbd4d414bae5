import { digestDevice } from '../../work/assignment/respondent-device.ts'
import { setting } from '../../aws/environment.ts'
import { listDocuments } from '../../evidence/document-store.ts'
import type { Action } from '../../http/action.ts'
import { pageResponse, type WebPage } from '../../link/web-page.tsx'
import type { FormState } from '../../link/form.ts'
import {
  answeredBy,
  findOrganisationName,
  type OpenEmploymentLink,
  pagePath,
  redirectToPage,
  rejectedAnswerResponse,
  resolveEmploymentLink,
  showEmploymentForm,
} from '../../link/page.tsx'
import type { linkRoutes } from '../../link/routes.ts'
import { answerLink } from '../../link/store.ts'
import { englishTexts } from '../../texts/english.ts'
import { type DocumentFault, documentsForm, parseDocumentsForm } from './form.tsx'

interface PageState {
  readonly token: string
  readonly nowMs: number
  readonly entered?: FormState
  readonly fault?: DocumentFault
}

export const documentsPage = async (
  { link, verification: { employerName } }: OpenEmploymentLink,
  { token, nowMs, entered, fault }: PageState,
): Promise<WebPage> => {
  const [organisationName, { length: count }] = await Promise.all([
    findOrganisationName(link),
    listDocuments(link, nowMs),
  ])
  const title = englishTexts.documents.title(employerName)
  const path = pagePath('documents', token)
  const data = { organisationName, employerName, path, count, fault }
  return {
    title: entered || fault ? englishTexts.forms.correct(title) : title,
    main: documentsForm(data, entered),
  }
}

export const getDocumentsPage: Action<typeof linkRoutes.getDocumentsPage> = request =>
  showEmploymentForm('documents', request, open =>
    documentsPage(open, { token: request.params.token, nowMs: request.nowMs }),
  )

export const postDocumentsPage: Action<typeof linkRoutes.postDocumentsPage> = async request => {
  const { form, seen, nowMs } = request
  const { token } = request.params
  const open = await resolveEmploymentLink('documents', token, nowMs)
  if (open.kind !== 'open') return rejectedAnswerResponse(open, { token, form })
  const parsed = parseDocumentsForm(form)
  if (parsed.kind === 'wrong')
    return pageResponse(400, await documentsPage(open, { token, nowMs, entered: parsed }))
  const { value: said } = parsed
  const device = digestDevice(seen, open.link.verificationId, setting('SOURCE_ADDRESS_KEY'))
  const isStored = await answerLink(answeredBy(open.link, form), { said, device }, nowMs, { has: said.has })
  // The link changed between the read and the write: a second look says how.
  if (!isStored)
    return rejectedAnswerResponse(await resolveEmploymentLink('documents', token, nowMs), { token, form })
  return redirectToPage('documents', token, 'answered')
}
