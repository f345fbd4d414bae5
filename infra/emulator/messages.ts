import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultAccount, defaultRegion } from './cloudformation/assembly.ts'
import { makeFolder } from './folder.ts'
import type { Permissions } from './iam/permissions.ts'
import type { Principal } from './iam/principal.ts'
import { type JsonObject, list, object, parse, text } from './json.ts'
import {
  type Answer,
  type GatewayRequest,
  jsonAnswer,
  ServiceError,
  unsupportedAction,
} from './service-call.ts'

export interface MailServices {
  readonly permissions: Permissions
  readonly outbox: SentMessages
  record(service: string, action: string, body: string): void
}

/** SES has paths instead of a target, so the signature's scope identifies it. */
export const isForMail = ({ headers }: GatewayRequest): boolean =>
  /Credential=[^,=]*\/ses\/aws4_request/.test(headers.authorization ?? '')

const addressIn = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from

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
  const input = object(parse(body.toString() || '{}'))
  const from = text(input.FromEmailAddress) ?? ''
  permissions.require(principal, [accessOf(from)])
  record('ses', 'SendEmail', body.toString())
  const MessageId = outbox.put({ channel: 'mail', from, to: recipientOf(input), ...contentOf(input) })
  return { ...jsonAnswer({ MessageId }), headers: { 'content-type': 'application/json' } }
}

export const callSms = (action: string, body: JsonObject, outbox: SentMessages): JsonObject => {
  if (action !== 'SendTextMessage') throw unsupportedAction(action)
  const { DestinationPhoneNumber, OriginationIdentity, MessageBody } = body
  const to = text(DestinationPhoneNumber) ?? ''
  if (!/^\+[1-9]\d{6,14}$/.test(to))
    throw new ServiceError('ValidationException', 'The number is not in the form of E.164')
  const from = text(OriginationIdentity) ?? ''
  return { MessageId: outbox.put({ channel: 'sms', from, to, text: text(MessageBody) ?? '' }) }
}

export interface SentMessage {
  readonly at: string
  readonly channel: 'mail' | 'sms'
  readonly from: string
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
}

export type SentMessages = ReturnType<typeof openSentMessages>

/** `20261120T120000123Z-000001-mail.json` */
const nameOf = ({ at, channel }: SentMessage, count: number): string =>
  `${at.replace(/[-:.]/g, '')}-${`${count}`.padStart(6, '0')}-${channel}.json`

export const openSentMessages = (folder: string) => {
  let count = 0
  return {
    folder,
    put: (message: Omit<SentMessage, 'at'>) => {
      const whole: SentMessage = { at: new Date().toISOString(), ...message }
      const name = nameOf(whole, ++count)
      makeFolder(folder)
      // They contain addresses and working links.
      writeFileSync(join(folder, name), `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 })
      return name.replace('.json', '')
    },
  }
}

export const lastMessages = (folder: string, most: number): SentMessage[] => {
  const names = namesIn(folder).toSorted().slice(-most).reverse()
  return names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SentMessage)
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.json'))
  } catch {
    return []
  }
}
