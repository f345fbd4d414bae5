import { setting } from '../../aws/environment.ts'
import { pageReply, type WebPage } from '../../http/web-page.ts'
import { deviceOf, type Seen } from '../attestation/device.ts'
import type { ByField, Entered } from '../link/fields.ts'
import {
  askerOf,
  followEmployment,
  type Looking,
  leadBack,
  type OpenLink,
  refused,
  showForm,
} from '../link/form-page.ts'
import { answerLink } from '../link/store.ts'
import { documentsForm, readDocumentsForm } from './documents-page.ts'

const formOf = async (open: OpenLink, entered?: Entered): Promise<WebPage> => {
  const { employerName } = open.verification
  const title = `${entered ? 'Please correct: ' : ''}We could not reach ${employerName}`
  return { title, main: documentsForm({ organisationName: await askerOf(open), employerName }, entered) }
}

/** What the applicant's link shows when their employer could not be reached. */
export const showDocumentsPage = (looking: Looking) => showForm('documents', looking, formOf)

interface Sent {
  readonly token: string
  readonly form: ByField
  readonly seen: Seen
  readonly nowMs: number
}

/** Takes what the applicant says, once. */
export const answerDocumentsPage = async ({ token, form, seen, nowMs }: Sent) => {
  const open = await followEmployment('documents', token, nowMs)
  if (open.kind !== 'open') return refused(open.kind)
  const read = readDocumentsForm(form)
  if (read.kind === 'wrong') return pageReply(400, await formOf(open, read))
  const device = deviceOf(seen, open.link.verificationId, setting('SOURCE_ADDRESS_KEY'))
  const isKept = await answerLink(open.link, { said: read.said, device }, nowMs, { has: read.said.has })
  // Something came between the look and the write: another look says what.
  if (!isKept) return refused((await followEmployment('documents', token, nowMs)).kind)
  return leadBack('documents', token, 'answered')
}
