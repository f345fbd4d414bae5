import { createHmac } from 'node:crypto'
import { setting } from '../../aws/environment.ts'
import { signingSecret } from '../../aws/secret.ts'
import { consumeUnits, type LimitWindow, refundUnits } from '../../http/rate-limit-store.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Link } from '../link.ts'

/**
 * What mobile numbers look like, in E.164: fixed lines and numbers that charge whoever calls them are none. Nigeria: NCC,
 * National Numbering Plan; 0700 is for vanity numbers. Kenya: CA, Numbering Plan.
 */
export const mobileNumbers = {
  NG: /^\+234(?:70[1-9]|[89][01]\d)\d{7}$/,
  KE: /^\+254(?:7\d|1[01])\d{7}$/,
} as const
export type MessageCountry = keyof typeof mobileNumbers

export const isWithinCountries = ({ channel }: Pick<Link, 'channel'>, to: string): boolean => {
  const { countries } = setting('MESSAGE_SENDERS')
  return channel === 'mail' || countries.some(country => mobileNumbers[country as MessageCountry].test(to))
}

const day = 86_400

/** A verification ends long before. */
const matterDays = 400

const dayAt = (nowSeconds: number) => {
  const startsAt = nowSeconds - (nowSeconds % day)
  return { startsAt, endsAt: startsAt + day }
}

/**
 * One telephone may be named by several customers, and whose it is must not stand in a key. On the day on which the secret
 * is rotated it is counted twice: under the old value, and under the new one.
 */
const recipientWindow = async (to: string, nowSeconds: number): Promise<LimitWindow> => {
  const recipient = createHmac('sha256', await signingSecret(setting('LINK_SECRET')))
    .update(to.toLowerCase())
    .digest('base64url')
  return {
    of: undefined,
    clientId: undefined,
    name: 'message-recipient',
    subject: recipient.slice(0, 22),
    limit: setting('MESSAGE_SENDERS').limits.perRecipient,
    ...dayAt(nowSeconds),
  }
}

const windowsOf = async (
  link: Link,
  { clientId }: Pick<Verification, 'clientId'>,
  to: string,
  nowSeconds: number,
): Promise<readonly LimitWindow[]> => {
  const { perMatter, perClient } = setting('MESSAGE_SENDERS').limits
  const { organisationId, mode, verificationId, purpose } = link
  const of = { organisationId, mode }
  return [
    {
      of,
      clientId: undefined,
      name: 'message-matter',
      subject: `${verificationId}-${purpose}`,
      limit: perMatter,
      startsAt: 0,
      endsAt: nowSeconds + matterDays * day,
    },
    await recipientWindow(to, nowSeconds),
    { of, clientId, name: 'message-client', subject: '', limit: perClient, ...dayAt(nowSeconds) },
  ]
}

type MessageRefund = () => Promise<void>

const consumeAll = async (windows: readonly LimitWindow[]): Promise<MessageRefund | undefined> => {
  const consumed: LimitWindow[] = []
  const refund = async () => {
    for (const window of consumed) await refundUnits(window)
  }
  for (const window of windows) {
    if ((await consumeUnits(window)) === undefined) {
      await refund()
      return undefined
    }
    consumed.push(window)
  }
  return refund
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/**
 * Counts a message before it is handed over: a crash in between costs one of the day's, and sends none too many. Answers
 * what gives it back, or undefined where one of the limits is reached.
 */
export const consumeMessage = async (
  link: Link,
  verification: Pick<Verification, 'clientId'>,
  to: string,
  nowMs: number,
): Promise<MessageRefund | undefined> => consumeAll(await windowsOf(link, verification, to, toSeconds(nowMs)))
