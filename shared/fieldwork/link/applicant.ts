import { setting } from '../../aws/environment.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { verificationKeyOf, type Verification } from '../../verification/verification.ts'
import { channelTo } from '../message/recipient.ts'
import type { ApplicantSays } from './applicant-says.ts'
import { addFirstLink, listLinks } from './store.ts'

/** Sends the applicant their link, if the order asks for it; once, however often the work is opened. */
export const sendApplicantLink = async (verification: Verification, nowMs: number): Promise<void> => {
  if (!verification.applicantLink) return
  const { sender, smsOrigin } = setting('MESSAGES')
  const channel = channelTo(verification, { mail: sender !== null, sms: smsOrigin !== null })
  await addFirstLink(verificationKeyOf(verification), { purpose: 'applicant', channel, by: 'service' }, nowMs)
}

/** What the applicant said on their page last; undefined where they said nothing. */
export const applicantSaysOf = async (key: VerificationKey): Promise<ApplicantSays | undefined> => {
  const answered = (await listLinks(key, 'applicant')).filter(({ state }) => state === 'answered')
  const { device: _, ...says } = (answered.at(-1)?.answer ?? {}) as ApplicantSays & { device?: unknown }
  return says.saidAt === undefined ? undefined : says
}
