/** SES's SendEmail, which every letter is sent with: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
import { defaultAccount, defaultRegion } from '../cloudformation/assembly.ts'
import { denial, type Permissions } from '../iam/permissions.ts'
import type { Principal } from '../iam/principal.ts'
import { type JsonObject, list, object, parse, text } from '../json.ts'
import { type Answer, type GatewayRequest, jsonAnswer } from '../service-call.ts'
import { ServiceError, unsupportedAction } from '../service-error.ts'
import type { SentMessages } from './sent-messages.ts'

export interface MailServices {
  readonly permissions: Permissions
  readonly outbox: SentMessages
  record(service: string, action: string, body: string): void
}

/** It has paths instead of a target, so that it is known by what a request was signed for. */
export const isForMail = ({ headers }: GatewayRequest): boolean =>
  /Credential=[^,]*\/ses\/aws4_request/.test(headers.authorization ?? '')

/** `Name <address>` → `address` */
const addressIn = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from

/** The identities of our stages are domains. */
const accessOf = (from: string) => {
  const domain = addressIn(from).split('@').at(-1)
  const resource = `arn:aws:ses:${defaultRegion}:${defaultAccount}:identity/${domain}`
  return { action: 'ses:SendEmail', resource, fromAddress: addressIn(from) }
}

const contentOf = (body: JsonObject) => {
  const { Subject, Body } = object(object(body.Content).Simple)
  const { Text, Html } = object(Body)
  const [subject = '', plain = '', html = ''] = [Subject, Text, Html].map(part => text(object(part).Data))
  return { subject, text: plain, html }
}

/** One recipient, as ours have. */
const recipientOf = (body: JsonObject): string => {
  const to = list(object(body.Destination).ToAddresses).map(text)
  if (to.length !== 1 || !/^[^\s@]+@[^\s@]+$/.test(to[0] ?? ''))
    throw new ServiceError('BadRequestException', 'One address is expected')
  return to[0]!
}

export const answerMail = (
  request: GatewayRequest,
  principal: Principal | undefined,
  { permissions, outbox, record }: MailServices,
): Answer => {
  const { method, url, body } = request
  if (method !== 'POST' || url !== '/v2/email/outbound-emails')
    throw unsupportedAction(`ses ${method} ${url}`)
  if (principal === undefined)
    throw new ServiceError('UnrecognizedClientException', 'The security token is invalid.', 403)
  const input = object(parse(body.toString() || '{}'))
  const from = text(input.FromEmailAddress) ?? ''
  const access = accessOf(from)
  if (permissions.denied(principal, [access]))
    throw new ServiceError('AccessDeniedException', denial(principal, access), 403)
  record('ses', 'SendEmail', body.toString())
  const MessageId = outbox.put({ channel: 'mail', from, to: recipientOf(input), ...contentOf(input) })
  return { ...jsonAnswer({ MessageId }), headers: { 'content-type': 'application/json' } }
}
