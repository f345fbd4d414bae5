import type { AnsweredLink } from '../../work/assignment/assignment.ts'
import type { Attestation } from '../../work/assignment/attestation-contract.ts'
import { deleteClaim } from '../../work/assignment/claim-store.ts'
import { type BrowserTraits, digestDevice } from '../../work/assignment/respondent-device.ts'
import { findAssignment } from '../../work/assignment/store.ts'
import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import type { Link } from '../../link/link.ts'
import { generateId } from '../../table/id.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import type { StoredContactAttempt } from '../contact/attempt-store.ts'
import {
  countAnswers,
  type SaveAttestationResult,
  saveAttestation,
  saveAttestationRefusal,
} from './answer-store.ts'
import { mailDomainOf } from './contact-facts.ts'
import type { FiledAttestation } from './facts.ts'
import { isReportedAttestation, type ReportedAttestation, toEmploymentReport } from './report.ts'

interface AttestationInput {
  readonly link: Link
  readonly verification: EmploymentVerification
  readonly attestation: Attestation
  readonly seen: BrowserTraits
  readonly nowMs: number
}

const addressOf = ({ to, channel }: Link, { employerEmail, employerPhone }: EmploymentVerification): string =>
  to ?? (channel === 'mail' ? employerEmail : employerPhone)

const answeredLink = ({ link, verification }: AttestationInput): AnsweredLink => ({
  number: link.number,
  channel: link.channel,
  to: addressOf(link, verification),
  ...(link.toFrom && { toFrom: link.toFrom }),
  sentAt: link.sentAt,
  ...(link.openedAt && { openedAt: link.openedAt }),
})

/** A provider for everybody is nobody's domain. */
const countedDomain = ({ attestator }: ReportedAttestation): string | undefined => {
  const mail = attestator.email === undefined ? undefined : mailDomainOf(attestator.email)
  return mail?.isFree ? undefined : mail?.domain
}

const attest = async (
  answering: AttestationInput,
  attested: ReportedAttestation,
): Promise<SaveAttestationResult> => {
  const { link, seen, nowMs } = answering
  const answeredAt = new Date(nowMs).toISOString()
  const domain = countedDomain(attested)
  const [assignment, earlierAnswers] = await Promise.all([
    findAssignment(link),
    domain === undefined ? 0 : countAnswers(link, domain),
  ])
  if (!assignment) return 'refused'
  const filed: FiledAttestation = {
    report: toEmploymentReport(attested, answeredAt),
    provenance: {
      claim: attested.claim,
      source: 'page',
      answeredAt,
      link: answeredLink(answering),
      device: digestDevice(seen, link.verificationId, setting('SOURCE_ADDRESS_KEY')),
      earlierAnswers,
    },
  }
  const taken = await saveAttestation(link, assignment, filed, domain)
  if (taken === 'reported' && assignment.agent) await deleteClaim(link, assignment.agent)
  return taken
}

const refusalOf = ({ link, verification, nowMs }: AttestationInput): StoredContactAttempt => {
  const { organisationId, mode, verificationId, channel } = link
  const at = new Date(nowMs).toISOString()
  return {
    organisationId,
    mode,
    verificationId,
    id: generateId(nowMs, Math.random()),
    by: 'employer',
    channel: channel === 'mail' ? 'email' : 'sms',
    outcome: 'refused',
    at,
    recordedAt: at,
    contactFrom: link.toFrom ?? 'order',
    contact: addressOf(link, verification),
  }
}

/** A report, or an attempt that failed if the employer may not answer. */
export const acceptAttestation = async (answering: AttestationInput): Promise<SaveAttestationResult> => {
  const { link, attestation } = answering
  const taken = isReportedAttestation(attestation)
    ? await attest(answering, attestation)
    : (await saveAttestationRefusal(link, refusalOf(answering)))
      ? 'kept'
      : 'refused'
  const { organisationId, mode, verificationId } = link
  log('attestation.answered', { organisationId, mode, verificationId, result: taken })
  return taken
}
