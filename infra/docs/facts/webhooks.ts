import {
  type EventType,
  eventResources,
  eventTypes,
  type PayloadProfile,
} from '../../../shared/event/name-contract.ts'
import { rolePrefix } from '../../../shared/webhook/cloud/arn.ts'
import { eventSource } from '../../../shared/webhook/cloud/send.ts'
import { jitterShare } from '../../../shared/webhook/delivery/result.ts'
import { endpointLimit } from '../../../shared/webhook/endpoint/endpoint.ts'
import { headerLimit } from '../../../shared/webhook/header-contract.ts'
import type { StageSettings } from '../../stage-settings.ts'
import { formatSeconds, inlineCode, joinList, markdownTable } from './table.ts'

const eventWords: Readonly<Record<EventType, string>> = {
  verification_completed: 'it is final, whichever way it ended',
  verification_started: 'people have begun to work on it',
  verification_delayed: 'it is later than promised',
  verification_updated: 'a dispute has led to another decision',
}

const eventTable = (): string =>
  markdownTable(
    ['`event_type`', 'when', 'sent'],
    eventTypes.map((type, index) => [
      inlineCode(type),
      eventWords[type],
      index === 0 ? 'unless you choose others' : 'if you choose it',
    ]),
  )

const payloadWords: Readonly<Record<PayloadProfile, string>> = {
  full: 'the whole record',
  masked:
    'the same fields: ids, statuses, prices, times, yes or no, states and LGAs as they are; names, phones, mail addresses, numbers and dates of birth masked; everything else null',
  thin: 'ids and status; read the record with your credentials',
}

const payloadTable = (): string =>
  markdownTable(
    ['`payload`', 'what is sent'],
    Object.entries(payloadWords).map(([name, words]) => [inlineCode(name), words]),
  )

/** What is sent to endpoints, and how often it is tried. */
export const webhookFacts = ({ retryScheduleSeconds, timeoutSeconds }: StageSettings['webhooks']) => ({
  events: eventTable(),
  eventNouns: joinList(eventResources.map(inlineCode)),
  payloads: payloadTable(),
  retrySchedule: joinList(retryScheduleSeconds.map(formatSeconds)),
  attempts: `${retryScheduleSeconds.length + 1}`,
  jitter: `${jitterShare * 100} %`,
  receiverTimeout: formatSeconds(timeoutSeconds),
  endpointLimit: `${endpointLimit}`,
  headerLimit: `${headerLimit}`,
  rolePrefix,
  eventSource,
})
