import { findOrganisation } from '../../account/store.ts'
import { Fault } from '../../aws/errors.ts'
import { log } from '../../aws/log.ts'
import { sendEmail } from '../../aws/ses.ts'
import { sendSms } from '../../aws/sms.ts'
import { type ChargeWrites, chargeWrites } from '../../ledger/line-store.ts'
import { listPrice } from '../../ledger/price.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import { toVerificationKey } from '../../table/tenant.ts'
import { englishTexts } from '../../texts/english.ts'
import { findVerification } from '../../verification/store.ts'
import { checkLink, type Link, type LinkKey, type ResolvedLink } from '../link.ts'
import { linkUrl } from '../resolve.ts'
import { findLink, markMessage, refuseMessage } from '../store.ts'
import { composeEmail, composeSms, type MessageContext } from './compose.ts'
import type { MessageState } from './contract.ts'
import { holdMessage } from './hold.ts'
import { consumeMessage, isWithinCountries } from './limits.ts'
import { findMessageOrigin } from './origin.ts'
import { toRecipient } from './recipient.ts'

const stageSenders = { sendMail: sendEmail, sendSms }
export type Senders = Readonly<typeof stageSenders>

/** The link may be erased meanwhile. */
const note = async (
  link: Link,
  before: readonly MessageState[],
  after: MessageState,
  charge: ChargeWrites = [],
): Promise<void> => {
  const { organisationId, mode, verificationId, purpose } = link
  if (await markMessage(link, before, after, charge))
    log(`message.${after}`, { organisationId, mode, verificationId, result: purpose })
}

/** The order stays valid; its agent and reviewer read why nothing was sent. */
const refuse = async (
  link: Link,
  before: readonly MessageState[],
  reason: 'outsideCountries' | 'limitReached',
  nowMs: number,
): Promise<void> => {
  if (!(await refuseMessage(link, before, reason, nowMs))) return
  const { organisationId, mode, verificationId, purpose } = link
  log(`message.${reason}`, { organisationId, mode, verificationId, result: purpose })
  if (mode === 'live') emitMetrics(toMeasurement({}, { MessagesRefused: 1 }))
}

const toLinkKey = (link: Link): LinkKey => ({
  ...toVerificationKey(link),
  purpose: link.purpose,
  number: link.number,
})

const matterOf = async ({ link, verification }: ResolvedLink): Promise<MessageContext> => {
  const [organisation, url] = await Promise.all([findOrganisation(link.organisationId), linkUrl(link)])
  if (!organisation) throw new Fault('A link is of an organisation that there is not')
  return { link, verification, organisation: organisation.name, url }
}

/** What the service has taken is paid for. Nobody pays for what perhaps went out. */
const chargeOf = ({ link, verification }: ResolvedLink, nowMs: number): ChargeWrites =>
  chargeWrites(
    {
      ...toVerificationKey(link),
      product: 'message',
      rule: 'handedOver',
      end: link.channel,
      amount: listPrice('message'),
      chargedAt: new Date(nowMs).toISOString(),
      messageLink: `${link.purpose}-${link.number}`,
      clientId: verification.clientId,
    },
    verification,
  )

const ends = { accepted: 'sent', rejected: 'undeliverable', unknown: 'uncertain' } as const

interface Sending {
  readonly from: string
  readonly to: string
  readonly nowMs: number
}

/**
 * Neither service knows a message again, so the call is noted before it is made, and its result after it. A crash between
 * the two, or no answer, leaves a message that may have gone out. It is not sent again: the same link twice looks like a
 * fraud, and the worker, who reads `uncertain`, can send another one.
 */
const sendOnce = async (
  open: ResolvedLink,
  { from, to, nowMs }: Sending,
  senders: Senders,
): Promise<void> => {
  const { link } = open
  const matter = await matterOf(open)
  if (!(await markMessage(link, [], 'sending'))) return
  const unmark = () => markMessage(link, ['sending'], undefined)
  const refund = await consumeMessage(link, open.verification, to, nowMs).catch(async error => {
    await unmark()
    throw error
  })
  if (!refund) return refuse(link, ['sending'], 'limitReached', nowMs)
  const handed = await (link.channel === 'sms'
    ? senders.sendSms({ from, to, text: composeSms(matter, englishTexts) })
    : senders.sendMail({
        from: `${englishTexts.sender} <${from}>`,
        to,
        ...composeEmail(matter, englishTexts),
      }))
  if (handed !== 'throttled' && handed !== 'held') {
    const charge = handed === 'accepted' ? chargeOf(open, nowMs) : undefined
    return note(link, ['sending', 'uncertain'], ends[handed], charge)
  }
  // A fault on the way keeps nothing from being sent later: nothing was handed over.
  await refund().finally(unmark)
  if (handed === 'held') return holdMessage(toLinkKey(link))
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
  const from = findMessageOrigin(link)
  if (from === undefined) return note(link, [], 'unsent')
  const to = toRecipient(link, open.verification)
  if (to === undefined) return note(link, [], 'undeliverable')
  if (!isWithinCountries(link, to)) return refuse(link, [], 'outsideCountries', nowMs)
  await sendOnce(open, { from, to, nowMs }, senders)
}
