import { createRestCaller, type SigV4Service, serviceEndpoint } from './signed-call.ts'
import { type SubmitResult, submitOnce } from './submit.ts'

/** A letter as Amazon SES sends it: SES encodes what its headers say. */
export interface Email {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const service: SigV4Service = { name: 'ses', host: 'email', variable: 'AWS_ENDPOINT_URL_SESV2' }

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html: what no later try would change. */
const permanentErrors = ['MessageRejected', 'BadRequestException']

let calls: ReturnType<typeof createRestCaller> | undefined

const inUtf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

export const sendEmail = ({ from, to, subject, text, html }: Email): Promise<SubmitResult> => {
  calls ??= createRestCaller(service, serviceEndpoint(service))
  const input = {
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: inUtf8(subject), Body: { Text: inUtf8(text), Html: inUtf8(html) } } },
  }
  return submitOnce(calls('/v2/email/outbound-emails', JSON.stringify(input), Date.now()), permanentErrors)
}
