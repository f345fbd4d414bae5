import { readEmail } from '../../http/contract/reading.ts'
import { internationalForm } from '../../verification/phone.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Channel, Link } from '../link.ts'

/** An address and nothing else: no name beside it, no second one, no header behind it. */
const oneAddress =
  /^[^\s@,;:<>()[\]"\\\p{Cc}]{1,64}@[^\s@.,;:<>()[\]"\\\p{Cc}]+(?:\.[^\s@.,;:<>()[\]"\\\p{Cc}]+)+$/u

const ordered = ({ purpose }: Pick<Link, 'purpose'>, verification: Verification) => {
  const { applicant } = verification
  if (purpose !== 'attest') return { mail: applicant.email, sms: applicant.phone }
  return 'employerEmail' in verification
    ? { mail: verification.employerEmail, sms: verification.employerPhone }
    : { mail: undefined, sms: undefined }
}

export const toRecipient = (
  link: Pick<Link, 'purpose' | 'channel' | 'to'>,
  verification: Verification,
): string | undefined => {
  const to = link.to ?? ordered(link, verification)[link.channel]
  if (to === undefined) return undefined
  if (link.channel === 'sms') return internationalForm(to)
  const address = readEmail(to)
  return address.length <= 254 && oneAddress.test(address) ? address : undefined
}

/** People look at their phone where they are visited; email reaches the rest. */
export const chooseChannel = (
  { applicant }: Verification,
  can: Readonly<Record<Channel, boolean>>,
): Channel => {
  const hasNumber = internationalForm(applicant.phone) !== undefined
  return hasNumber && (can.sms || !applicant.email) ? 'sms' : 'mail'
}
