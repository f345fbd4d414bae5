import type * as z from 'zod/mini'
import type { Caller } from '../../account/caller.ts'
import { getHeldTask, getTask } from '../../work/assignment/access.ts'
import type { AssignmentTask } from '../../work/assignment/list-store.ts'
import { invalidRequest, Problem } from '../../http/contract/problem.ts'
import { named } from '../../http/contract/text.ts'
import type { Link } from '../../link/link.ts'
import { toRecipient } from '../../link/message/recipient.ts'
import { addLink, listLinks, maxLinksPerPurpose, type NewLink } from '../../link/store.ts'
import type { DocumentsSaid, linkPurposes, SendLink, SentLink } from '../contract.ts'
import { getEmploymentTask, refuseAddress, refuseUntried } from './attempts.ts'

const toSentLink = (link: Link): z.input<typeof SentLink> => ({
  ...named(link),
  purpose: link.purpose as (typeof linkPurposes)[number],
  channel: link.channel === 'mail' ? 'email' : 'sms',
  endsAt: new Date(link.endsAtSeconds * 1000).toISOString(),
  said: link.purpose === 'documents' && link.answer ? (link.answer as { said: DocumentsSaid }).said : null,
})

interface SendLinkInput {
  readonly caller: Caller
  readonly id: string
  readonly body: SendLink
  readonly nowMs: number
  /** The same when the request is repeated. */
  readonly request: number
  readonly isRepeat: boolean
}

const wrong = (pointer: string, code: string, detail: string) => invalidRequest([{ pointer, code, detail }])

const refuseAddressee = ({ purpose, to, toFrom }: SendLink): void => {
  if (purpose === 'documents' && to)
    throw wrong('/to', 'not_allowed', 'The applicant is asked where the order says.')
  if (to && !toFrom) throw wrong('/toFrom', 'required', 'Say where you have this address from.')
}

const buildNewLink = ({ caller, body, request }: SendLinkInput, task: AssignmentTask): NewLink => {
  const { purpose, channel, to, toFrom } = body
  const link = {
    purpose,
    by: caller.clientId,
    request,
    channel: channel === 'email' ? 'mail' : 'sms',
    ...(to && toFrom && { to, toFrom }),
  } as const
  const recipient = toRecipient(link, task.verification)
  if (recipient !== undefined) return { ...link, ...('to' in link && { to: recipient }) }
  throw wrong(to ? '/to' : '/channel', 'not_allowed', 'No message of this kind can be sent there.')
}

const tooMany = `${maxLinksPerPurpose} links were sent, which is the limit.`
const refusals = {
  over: new Problem('already_decided', 'It is complete: no more links are sent.'),
  too_many: new Problem('too_many_links', tooMany),
}

/** @throws Problem not_found, already_decided, already_reported, lease_lost, invalid_request, employer_reachable, too_many_links */
export const sendLink = async (input: SendLinkInput): Promise<z.input<typeof SentLink>> => {
  const { caller, id, body, request, nowMs, isRepeat } = input
  if (isRepeat) {
    const { assignment } = await getTask(caller, id)
    const earlier = (await listLinks(assignment, body.purpose)).find(link => link.request === request)
    if (earlier) return toSentLink(earlier)
  }
  const task = await getHeldTask(caller, id)
  refuseAddress(task)
  refuseAddressee(body)
  if (body.purpose === 'documents') await refuseUntried(task.assignment)
  const sent = await addLink(task.assignment, buildNewLink(input, task), nowMs)
  if (typeof sent === 'string') throw refusals[sent]
  return toSentLink(sent)
}

/** Oldest first. @throws Problem not_found */
export const readLinks = async (caller: Caller, id: string) => {
  const { assignment } = await getEmploymentTask(caller, id)
  const links = await listLinks(assignment)
  return { data: links.filter(({ purpose }) => purpose !== 'applicant').map(toSentLink) }
}
