import { findOrganisation } from '../../account/store.ts'
import { setting } from '../../aws/environment.ts'
import { Fault } from '../../aws/errors.ts'
import { log } from '../../aws/log.ts'
import { sendEmail } from '../../aws/ses.ts'
import { sendSms } from '../../aws/sms.ts'
import { englishTexts } from '../../texts/english.ts'
import { findVerification } from '../../verification/store.ts'
import { checkLink, type Link, type LinkKey, type MessageState, type ResolvedLink } from '../link.ts'
import { linkUrl } from '../resolve.ts'
import { findLink, markMessage } from '../store.ts'
import { composeEmail, composeSms, type MessageContext } from './compose.ts'
import { toRecipient } from './recipient.ts'

const stageSenders = { sendMail: sendEmail, sendSms }
export type Senders = Readonly<typeof stageSenders>

/** From whom this stage sends such a message; undefined where it sends none. */
const originOf = ({ channel, mode }: Link): string | undefined => {
  const { sender, smsOrigin, inTestMode } = setting('MESSAGE_SENDERS')
  if (mode === 'test' && !inTestMode) return undefined
  return (channel === 'mail' ? sender : smsOrigin) ?? undefined
}

/** The link may be erased meanwhile. */
const note = async (link: Link, before: readonly MessageState[], after: MessageState): Promise<void> => {
  const { organisationId, mode, verificationId, purpose } = link
  if (await markMessage(link, before, after))
    log(`message.${after}`, { organisationId, mode, verificationId, result: purpose })
}

const matterOf = async ({ link, verification }: ResolvedLink): Promise<MessageContext> => {
  const [organisation, url] = await Promise.all([findOrganisation(link.organisationId), linkUrl(link)])
  if (!organisation) throw new Fault('A link is of an organisation that there is not')
  return { link, verification, organisation: organisation.name, url }
}

const ends = { accepted: 'sent', rejected: 'undeliverable', unknown: 'uncertain' } as const

/**
 * Neither service knows a message again, so the call is noted before it is made, and its result after it. A crash between
 * the two, or no answer, leaves a message that may have gone out. It is not sent again: the same link twice looks like a
 * fraud, and the worker, who reads `uncertain`, can send another one.
 */
const sendOnce = async (open: ResolvedLink, from: string, to: string, senders: Senders): Promise<void> => {
  const { link } = open
  const matter = await matterOf(open)
  if (!(await markMessage(link, [], 'sending'))) return
  const handed = await (link.channel === 'sms'
    ? senders.sendSms({ from, to, text: composeSms(matter, englishTexts) })
    : senders.sendMail({
        from: `${englishTexts.sender} <${from}>`,
        to,
        ...composeEmail(matter, englishTexts),
      }))
  if (handed !== 'throttled') return note(link, ['sending', 'uncertain'], ends[handed])
  await markMessage(link, ['sending'], undefined)
  throw new Fault('A message was not taken; it will be tried again')
}

/**
 * Sends the message of a link that is still good, once as far as that can be done.
 * @throws Fault where it was refused for now: the queue brings it again
 */
export const sendLinkMessage = async (
  message: LinkKey,
  nowMs: number,
  senders: Senders = stageSenders,
): Promise<void> => {
  const link = await findLink(message)
  if (!link) return
  if (link.message === 'sending') return note(link, ['sending'], 'uncertain')
  const open = checkLink(link, await findVerification(message, message.verificationId, nowMs), nowMs)
  if (link.message || open.kind !== 'open') return
  const from = originOf(link)
  if (from === undefined) return note(link, [], 'unsent')
  const to = toRecipient(link, open.verification)
  if (to === undefined) return note(link, [], 'undeliverable')
  await sendOnce(open, from, to, senders)
}
