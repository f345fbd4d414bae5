import { setting } from '../../aws/environment.ts'
import { pageResponse, type WebPage } from '../../http/web-page.ts'
import { digestDevice, type BrowserTraits } from '../../assignment/respondent-device.ts'
import { listDocuments } from '../../evidence/document-store.ts'
import type { FieldTexts, FormState } from '../../link/fields.ts'
import {
  requesterName,
  followEmployment,
  type LinkPageRequest,
  redirectToPage,
  type OpenLink,
  answerRefusedPage,
  showForm,
} from '../../link/form-page.ts'
import { purposes } from '../../link/purpose.ts'
import { answerLink } from '../../link/store.ts'
import { englishTexts } from '../../texts/english.ts'
import type { DocumentFault } from './form.ts'
import { documentsForm, readDocumentsForm } from './page.ts'

interface Showing {
  readonly token: string
  readonly nowMs: number
  readonly entered?: FormState | undefined
  /** What is wrong with a photo that was sent. */
  readonly fault?: DocumentFault | undefined
}

/** The page of a link that is good. */
export const documentsPage = async (open: OpenLink, showing: Showing): Promise<WebPage> => {
  const { token, nowMs, entered, fault } = showing
  const { employerName } = open.verification
  const [organisationName, { length: count }] = await Promise.all([
    requesterName(open),
    listDocuments(open.link, nowMs),
  ])
  const title = englishTexts.documents.title(employerName)
  const path = `${purposes.documents.path}/${token}`
  const asked = { organisationName, employerName, path, photos: { count, fault } }
  return {
    title: entered || fault ? englishTexts.forms.correct(title) : title,
    main: documentsForm(asked, entered),
  }
}

/** What the applicant's link shows when their employer could not be reached. */
export const showDocumentsPage = (looking: LinkPageRequest) =>
  showForm('documents', looking, open => documentsPage(open, looking))

interface Sent {
  readonly token: string
  readonly form: FieldTexts
  readonly seen: BrowserTraits
  readonly nowMs: number
}

/** Takes what the applicant says, once. */
export const answerDocumentsPage = async ({ token, form, seen, nowMs }: Sent) => {
  const open = await followEmployment('documents', token, nowMs)
  if (open.kind !== 'open') return answerRefusedPage(open.kind)
  const read = readDocumentsForm(form)
  if (read.kind === 'wrong')
    return pageResponse(400, await documentsPage(open, { token, nowMs, entered: read }))
  const device = digestDevice(seen, open.link.verificationId, setting('SOURCE_ADDRESS_KEY'))
  const isKept = await answerLink(open.link, { said: read.said, device }, nowMs, { has: read.said.has })
  // Something came between the look and the write: another look says what.
  if (!isKept) return answerRefusedPage((await followEmployment('documents', token, nowMs)).kind)
  return redirectToPage('documents', token, 'answered')
}
