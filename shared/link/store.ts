import { applicantSaidWrite, openCheck } from '../work/assignment/store.ts'
import { BusyError } from '../aws/errors.ts'
import { again, retry } from '../aws/retry.ts'
import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import {
  absent,
  type Check,
  conditionsMet,
  failureOf,
  type Put,
  type Update,
  type Write,
} from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { Facts, TrailEvent, TrailEventType } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import { linkKey, linkKind, linksQuery } from './kinds.ts'
import { type Link, type LinkKey, type LinkPurpose, purposes } from './link.ts'
import type { MessageState } from './message/contract.ts'

const linkItemKey = (link: LinkKey) => linkKey(link, link.verificationId, link.purpose, link.number)

export const findLink = (link: LinkKey): Promise<Link | undefined> =>
  database.get<Link>(linkItemKey(link), { consistent: true })

/** In the order of their creation. */
export const listLinks = (key: VerificationKey, purpose?: LinkPurpose): Promise<readonly Link[]> =>
  queryAll<Link>({ ...linksQuery(key, key.verificationId, purpose), consistent: true })

const findLatest = async (key: VerificationKey, purpose: LinkPurpose): Promise<Link | undefined> => {
  const range = linksQuery(key, key.verificationId, purpose)
  const { items } = await database.query<Link>({ ...range, newestFirst: true, limit: 1, consistent: true })
  return items[0]
}

const isGood = { when: '#state IN (:sent, :opened)', values: { sent: 'sent', opened: 'opened' } }

export const unansweredCheck = (link: LinkKey): Check => ({ check: linkItemKey(link), condition: isGood })

const happened = (what: TrailEventType, by: string, link: LinkKey, more: Facts = {}): TrailEvent => {
  const { purpose, number } = link
  return { what, by, facts: { purpose, number, ...more } }
}

const revocation = (link: Link, at: string): Write => ({
  update: linkItemKey(link),
  set: { state: 'revoked', revokedAt: at },
  condition: isGood,
})

export const withdrawalWrite = (link: Link, at: string): Write => ({
  update: linkItemKey(link),
  set: { withdrawnAt: at },
  condition: { when: '#state <> :revoked', values: { revoked: 'revoked' } },
})

export type NewLink = Pick<Link, 'purpose' | 'channel' | 'to' | 'toFrom' | 'request' | 'by'>

const linkOf = (key: VerificationKey, order: NewLink, number: number, nowMs: number): Link => {
  const { organisationId, mode, verificationId } = key
  return {
    organisationId,
    mode,
    verificationId,
    number,
    state: 'sent',
    ...order,
    sentAt: new Date(nowMs).toISOString(),
    endsAtSeconds: Math.floor(nowMs / 1000) + purposes[order.purpose].lastsDays * 86_400,
  }
}

export const maxLinksPerPurpose = 20

/** More are needed only while others send links of the same purpose at the same moment. */
const linkTries = 8

/** The outbox sends the message after this write. */
const sendingOf = (link: Link) => ({
  write: {
    put: { ...link, ...linkItemKey(link), expiresAt: expiresAt(link.sentAt, linkKind.days) },
    condition: absent,
  },
  event: happened('linkSent', link.by, link, { channel: link.channel }),
})

const send = (link: Link, replaced?: Link) => {
  const { write, event } = sendingOf(link)
  const { by, sentAt } = link
  const events = [...(replaced ? [happened('linkRevoked', by, replaced)] : []), event]
  const revoked = replaced && revocation(replaced, sentAt)
  return writeWithTrail(link, sentAt, events, { work: openCheck(link), link: write, revoked })
}

/** Revokes the earlier link of this purpose, unless it was answered. @throws BusyError */
export const addLink = (
  key: VerificationKey,
  order: NewLink,
  nowMs: number,
): Promise<Link | 'over' | 'too_many'> =>
  retry(
    { times: linkTries },
    async () => {
      const earlier = await findLatest(key, order.purpose)
      const link = linkOf(key, order, (earlier?.number ?? 0) + 1, nowMs)
      if (link.number > maxLinksPerPurpose) return 'too_many'
      const isReplaced = earlier && ['sent', 'opened'].includes(earlier.state)
      const failure = await failureOf(send(link, isReplaced ? earlier : undefined))
      if (!failure) return link
      return failure.failed.has('work') ? 'over' : again()
    },
    () => new BusyError('Many links of one purpose were made at once'),
  )

/** Does nothing if there is a link of this purpose or the verification is final. */
export const addFirstLink = async (key: VerificationKey, order: NewLink, nowMs: number): Promise<void> => {
  await conditionsMet(send(linkOf(key, order, 1, nowMs)))
}

/** Tells an applicant what came of an objection, by the channel of their own link, while they have one. */
export const conclusionTo = async (key: VerificationKey, number: number, at: string) => {
  const heard = await findLatest(key, 'applicant')
  if (!heard) return undefined
  const { channel, to } = heard
  const order = { purpose: 'objection', channel, by: 'service', ...(to !== undefined && { to }) } as const
  return sendingOf(linkOf(key, order, number, Date.parse(at)))
}

export const markOpened = async (link: Link, nowMs: number): Promise<void> => {
  const at = new Date(nowMs).toISOString()
  const opened = {
    update: linkItemKey(link),
    set: { state: 'opened', openedAt: at },
    condition: { when: '#state = :sent', values: { sent: 'sent' } },
  }
  const event = happened('linkOpened', purposes[link.purpose].answers, link)
  await conditionsMet(writeWithTrail(link, at, [event], { link: opened }))
}

export const answerWrites = (link: Link, answer: object, at: string, facts: Facts = {}) => ({
  write: {
    update: linkItemKey(link),
    set: {
      state: 'answered',
      answeredAt: at,
      answer,
      ...(link.formDigest !== undefined && { formDigest: link.formDigest }),
    },
    condition: isGood,
  },
  event: happened('linkAnswered', purposes[link.purpose].answers, link, facts),
})

/** Fails where the verification is final. Of an applicant's word the agent's phone learns by the same write. */
const workWrite = (link: Link, at: string): Write =>
  link.purpose === 'applicant' ? applicantSaidWrite(link, at) : openCheck(link)

/** False where it was answered or revoked before. @param facts words of ours for the trail, nothing that was written */
export const answerLink = (
  link: Link,
  answer: object,
  nowMs: number,
  facts: Facts = {},
): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  const { write, event } = answerWrites(link, answer, at, facts)
  return conditionsMet(writeWithTrail(link, at, [event], { link: write, work: workWrite(link, at) }))
}

/** Each is an entry of the trail. */
export const maxTimesAsked = 10

/** The applicant names another time, after they had answered. False where they took back their consent or it is final. */
export const askAnotherTime = (link: Link, time: string, nowMs: number): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  const update: Write = {
    update: linkItemKey(link),
    set: {
      answer: { ...link.answer, time, timeAskedAt: at },
      timesAsked: (link.timesAsked ?? 0) + 1,
    },
    condition: {
      when: '#state = :answered AND attribute_not_exists(#withdrawnAt) AND (attribute_not_exists(#timesAsked) OR #timesAsked < :most)',
      values: { answered: 'answered', most: maxTimesAsked },
    },
  }
  const event = happened('timeAsked', 'applicant', link)
  return conditionsMet(writeWithTrail(link, at, [event], { link: update, work: workWrite(link, at) }))
}

const wasOneOf = (states: readonly MessageState[]) => ({
  when: `#message IN (${states.map(state => `:${state}`).join(', ')})`,
  values: Object.fromEntries(states.map(state => [state, state])),
})
const unmarked = { when: 'attribute_exists(#pk) AND attribute_not_exists(#message)' }

const marking = (
  link: LinkKey,
  before: readonly MessageState[],
  after: MessageState | undefined,
): Update => ({
  update: linkItemKey(link),
  set: { message: after },
  ...(!after && { remove: ['message'] }),
  condition: before.length > 0 ? wasOneOf(before) : unmarked,
})

/** Has the trail say that a message was not handed over, since it would have cost what it may not. False where the link is gone. */
export const refuseMessage = (
  link: Link,
  before: readonly MessageState[],
  reason: 'outsideCountries' | 'limitReached',
  nowMs: number,
): Promise<boolean> =>
  conditionsMet(
    writeWithTrail(
      link,
      new Date(nowMs).toISOString(),
      [happened('messageRefused', 'service', link, { channel: link.channel, reason })],
      { link: marking(link, before, reason) },
    ),
  )

/** Returns false where the message is in another state by now, or the link is gone. */
export const markMessage = (
  link: LinkKey,
  before: readonly MessageState[],
  after: MessageState | undefined,
  charge: readonly Put[] = [],
): Promise<boolean> => conditionsMet(database.transact({ link: marking(link, before, after), charge }))
