import { setting } from '../../aws/environment.ts'
import { keyOf, type Verification } from '../../verification/verification.ts'
import { channelTo } from '../message/recipient.ts'
import { addFirstLink } from './store.ts'

/** Sends the applicant their link, if the order asks for it; once, however often the work is opened. */
export const sendApplicantLink = async (verification: Verification, nowMs: number): Promise<void> => {
  if (!verification.applicantLink) return
  const { sender, smsOrigin } = setting('MESSAGES')
  const channel = channelTo(verification, { mail: sender !== null, sms: smsOrigin !== null })
  await addFirstLink(keyOf(verification), { purpose: 'applicant', channel, by: 'service' }, nowMs)
}
