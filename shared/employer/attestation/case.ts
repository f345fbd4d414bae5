import type * as z from 'zod/mini'
import type { AssignmentTask } from '../../work/assignment/list-store.ts'
import type { RespondentDevice } from '../../work/assignment/respondent-device.ts'
import { toDocument } from '../../evidence/document.ts'
import { listDocuments } from '../../evidence/document-store.ts'
import type { Link } from '../../link/link.ts'
import { listLinks } from '../../link/store.ts'
import type { PhotoUrl } from '../../verification/response.ts'
import { listStoredContactAttempts } from '../contact/attempt-store.ts'
import type { EmployerCase } from '../contract.ts'
import { attestationFacts, type FiledAttestation } from './facts.ts'

const answersOn = (links: readonly Link[]): readonly FiledAttestation[] =>
  links
    .filter(({ purpose, answer }) => purpose === 'attest' && answer && 'provenance' in answer)
    .map(({ answer }) => answer as FiledAttestation)

/** The device on which the applicant answered a page of their own, the latest of several. */
const applicantDeviceIn = (links: readonly Link[]): RespondentDevice | undefined =>
  links
    .filter(({ purpose }) => purpose !== 'attest')
    .map(({ answer }) => (answer as { readonly device?: RespondentDevice } | undefined)?.device)
    .findLast(device => device !== undefined)

/** For a reviewer, besides the report itself; null for what is no employment. */
export const findEmployerCase = async (
  { assignment, verification }: AssignmentTask,
  { nowMs, urlOf }: { readonly nowMs: number; readonly urlOf: PhotoUrl },
): Promise<z.input<typeof EmployerCase> | null> => {
  if (verification.product !== 'employment') return null
  const [links, attempts, documents] = await Promise.all([
    listLinks(assignment),
    listStoredContactAttempts(assignment),
    listDocuments(assignment, nowMs),
  ])
  const { report, provenance } = assignment
  const filed = provenance && report && 'details' in report ? { report, provenance } : undefined
  const others = answersOn(links).filter(each => each.provenance.answeredAt !== provenance?.answeredAt)
  const applicantDevice = applicantDeviceIn(links)
  return {
    claim: provenance?.claim,
    source: provenance?.source,
    answeredAt: provenance?.answeredAt,
    linkSentTo: provenance?.link?.to,
    facts: [...attestationFacts({ order: verification, filed, others, attempts, applicantDevice })],
    documents: documents.map(document => toDocument(document, urlOf)),
  }
}
