import type * as z from 'zod/mini'
import type { Caller } from '../../account/caller.ts'
import { invalidRequest, Problem } from '../../http/contract/problem.ts'
import { getHeldTask, getTask } from '../../assignment/access.ts'
import type { AssignmentTask } from '../../assignment/list-store.ts'
import type { Link } from '../../link/link.ts'
import {
  addLink,
  listLinks,
  maxLinksPerPurpose,
  type NewLink,
  type LinkLimitReason,
} from '../../link/store.ts'
import { toRecipient } from '../../link/message/recipient.ts'
import { getEmploymentTask, refuseAddress, refuseUntried } from './attempts.ts'
import type { DocumentsSaid } from '../documents/contract.ts'
import type { linkPurposes, SendLink, SentLink } from './link-contract.ts'

const channelOf = { email: 'mail', sms: 'sms' } as const
const channelOfLink = { mail: 'email', sms: 'sms' } as const

/** A link as workers read it. */
const toSentLink = (link: Link): z.infer<typeof SentLink> => ({
  purpose: link.purpose as (typeof linkPurposes)[number],
  number: link.number,
  channel: channelOfLink[link.channel],
  to: link.to ?? null,
  state: link.state,
  message: link.message ?? null,
  by: link.by,
  sentAt: link.sentAt,
  endsAt: new Date(link.endsAtSeconds * 1000).toISOString(),
  openedAt: link.openedAt ?? null,
  answeredAt: link.answeredAt ?? null,
  said: link.purpose === 'documents' && link.answer ? (link.answer as { said: DocumentsSaid }).said : null,
})

interface Sending {
  readonly caller: Caller
  readonly id: string
  readonly body: SendLink
  readonly nowMs: number
  /** The same again when the request is repeated. */
  readonly request: number
  readonly isRepeat: boolean
}

const wrong = (pointer: string, code: string, detail: string) => invalidRequest([{ pointer, code, detail }])

/** An applicant is asked where the order says, and an employer where somebody says from where they have it. */
const refuseAddressee = ({ purpose, to, toFrom }: SendLink): void => {
  if (purpose === 'documents' && to)
    throw wrong('/to', 'not_allowed', 'The applicant is asked where the order says.')
  if (to && !toFrom) throw wrong('/toFrom', 'required', 'Say where you have this address from.')
}

const newLinkOf = ({ caller, body, request }: Sending, task: AssignmentTask): NewLink => {
  const { purpose, channel, to, toFrom } = body
  const by = caller.clientId
  const link = { purpose, channel: channelOf[channel], by, request, ...(to && toFrom && { to, toFrom }) }
  if (toRecipient(link, task.verification) !== undefined) return link
  throw wrong(to ? '/to' : '/channel', 'not_allowed', 'No message of this kind can be sent there.')
}

/** What an earlier request with the same key has sent: nobody is written to twice. */
const sentBefore = async ({ caller, id, body, request }: Sending): Promise<Link | undefined> => {
  const { assignment } = await getTask(caller, id)
  return (await listLinks(assignment, body.purpose)).find(link => link.request === request)
}

/** Why no link was made, as a problem. */
const refused = (why: LinkLimitReason): Problem =>
  why === 'over'
    ? new Problem('already_decided', 'It is complete: nobody is asked any more.')
    : new Problem(
        'too_many_links',
        `${maxLinksPerPurpose} links were sent. Nobody is written to without an end.`,
      )

/**
 * Sends a link: to the employer, or, once enough was tried, to the applicant. An earlier one of its purpose is no good
 * any more.
 * @throws Problem not_found, already_decided, already_reported, lease_lost, invalid_request, employer_reachable, too_many_links
 */
export const sendLink = async (sending: Sending): Promise<z.infer<typeof SentLink>> => {
  const { caller, id, body, nowMs, isRepeat } = sending
  const earlier = isRepeat ? await sentBefore(sending) : undefined
  if (earlier) return toSentLink(earlier)
  const task = await getHeldTask(caller, id)
  refuseAddress(task)
  refuseAddressee(body)
  if (body.purpose === 'documents') await refuseUntried(task.assignment)
  const sent = await addLink(task.assignment, newLinkOf(sending, task), nowMs)
  if (typeof sent === 'string') throw refused(sent)
  return toSentLink(sent)
}

/** The links of an assignment, oldest first. @throws Problem not_found */
export const readLinks = async (caller: Caller, id: string) => {
  const { assignment } = await getEmploymentTask(caller, id)
  const links = await listLinks(assignment)
  return { data: links.filter(({ purpose }) => purpose !== 'applicant').map(toSentLink) }
}
