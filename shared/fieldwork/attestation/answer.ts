import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { generateId } from '../../table/id.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import { findAssignment } from '../assignment-store.ts'
import { freePlace } from '../claim-store.ts'
import type { Attempt } from '../contact/attempt.ts'
import type { Link } from '../link/link.ts'
import { countAnswers, type Taken, takeAttestation, takeRefusal } from './answer-store.ts'
import type { Attestation } from './contract.ts'
import { deviceOf, type Seen } from './device.ts'
import type { Filed } from './facts.ts'
import { mailDomainOf } from './mail-domain.ts'
import type { AnsweredLink } from './provenance.ts'
import { type Attested, isAttested, reportOf } from './report.ts'

/** An answer on the page of a link. */
export interface Answering {
  readonly link: Link
  readonly verification: EmploymentVerification
  readonly attestation: Attestation
  readonly seen: Seen
  readonly nowMs: number
}

/** Where a link went: where the order says, unless the agent said otherwise. */
const addressOf = ({ to, channel }: Link, { employerEmail, employerPhone }: EmploymentVerification): string =>
  to ?? (channel === 'mail' ? employerEmail : employerPhone)

const answeredLink = ({ link, verification }: Answering): AnsweredLink => ({
  number: link.number,
  channel: link.channel,
  to: addressOf(link, verification),
  ...(link.toFrom && { toFrom: link.toFrom }),
  sentAt: link.sentAt,
  ...(link.openedAt && { openedAt: link.openedAt }),
})

/** A provider for everybody is nobody's domain. */
const countedDomain = ({ attestator }: Attested): string | undefined => {
  const mail = attestator.email === undefined ? undefined : mailDomainOf(attestator.email)
  return mail?.isFree ? undefined : mail?.domain
}

const filedOf = (answering: Answering, attested: Attested, earlierAnswers: number): Filed => {
  const { link, seen, nowMs } = answering
  const answeredAt = new Date(nowMs).toISOString()
  return {
    report: reportOf(attested, answeredAt),
    provenance: {
      claim: attested.claim,
      source: 'page',
      answeredAt,
      link: answeredLink(answering),
      device: deviceOf(seen, link.verificationId, setting('SOURCE_ADDRESS_KEY')),
      earlierAnswers,
    },
  }
}

const attest = async (answering: Answering, attested: Attested): Promise<Taken> => {
  const { link } = answering
  const domain = countedDomain(attested)
  const [assignment, earlierAnswers] = await Promise.all([
    findAssignment(link),
    domain === undefined ? 0 : countAnswers(link, domain),
  ])
  if (!assignment) return 'refused'
  const taken = await takeAttestation(link, assignment, filedOf(answering, attested, earlierAnswers), domain)
  if (taken === 'reported' && assignment.agent) await freePlace(link, assignment.agent)
  return taken
}

const refusalOf = ({ link, verification, nowMs }: Answering): Attempt => {
  const { organisationId, mode, verificationId, channel } = link
  const at = new Date(nowMs).toISOString()
  return {
    ...{ organisationId, mode, verificationId, id: generateId(nowMs, Math.random()), by: 'employer' },
    ...{ channel: channel === 'mail' ? 'email' : 'sms', outcome: 'refused', at, recordedAt: at },
    ...{ contactFrom: link.toFrom ?? 'order', contact: addressOf(link, verification) },
  }
}

/** Takes what an employer said on a page: a report, or an attempt that failed if they may not say. */
export const takeAnswer = async (answering: Answering): Promise<Taken> => {
  const { link, attestation } = answering
  const taken = isAttested(attestation)
    ? await attest(answering, attestation)
    : (await takeRefusal(link, refusalOf(answering)))
      ? 'kept'
      : 'refused'
  const { organisationId, mode, verificationId } = link
  log('attestation.answered', { organisationId, mode, verificationId, result: taken })
  return taken
}
