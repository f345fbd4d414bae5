import { setting } from '../aws/environment.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import type { ApplicantStatement, ApplicantWord } from './applicant-statement.ts'
import { chooseChannel } from './message/recipient.ts'
import { addFirstLink, listLinks } from './store.ts'

/** Sends it once, however often the work is opened. */
export const sendApplicantLink = async (verification: Verification, nowMs: number): Promise<void> => {
  if (!verification.applicantLink) return
  const { sender, smsOrigin } = setting('MESSAGE_SENDERS')
  const channel = chooseChannel(verification, { mail: sender !== null, sms: smsOrigin !== null })
  await addFirstLink(verificationKeyOf(verification), { purpose: 'applicant', channel, by: 'service' }, nowMs)
}

/** The latest; undefined if the applicant said nothing. */
export const findApplicantWord = async (key: VerificationKey): Promise<ApplicantWord | undefined> => {
  const all = await listLinks(key, 'applicant')
  const saidAt = all.find(({ withdrawnAt }) => withdrawnAt)?.withdrawnAt
  if (saidAt !== undefined) return { consent: 'refused', saidAt, hasMoved: false }
  const answered = all.filter(({ state }) => state === 'answered')
  const { device: _, ...says } = (answered.at(-1)?.answer ?? {}) as ApplicantStatement & { device?: unknown }
  return says.saidAt === undefined ? undefined : says
}
