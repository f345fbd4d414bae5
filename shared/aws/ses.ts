import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { services } from './services.ts'
import { clientOptions } from './signed-call.ts'
import { onlyOnce, type Refusals, type SubmitResult, submit } from './submit.ts'

/** A letter as Amazon SES sends it: SES encodes what its headers say. */
export interface Email {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html. A sandbox refuses recipients, as an unproven
 * sender is refused, by MessageRejected with "Email address is not verified".
 */
const refusals: Refusals = {
  held: /^(?:(?:AccountSuspended|LimitExceeded|MailFromDomainNotVerified|SendingPaused)|MessageRejected .*not verified)/s,
  rejected: /^(?:MessageRejected|BadRequestException) /,
}

export const ses = (): SESv2Client => new SESv2Client({ ...clientOptions(services.ses), ...onlyOnce })

const inUtf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

export const sendEmail = ({ from, to, subject, text, html }: Email): Promise<SubmitResult> => {
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: inUtf8(subject), Body: { Text: inUtf8(text), Html: inUtf8(html) } } },
  })
  return submit(ses().send(command), refusals)
}
