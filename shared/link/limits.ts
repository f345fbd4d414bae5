import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import type { Middleware, MiddlewareRequest } from '../http/action.ts'
import { consumeOne, isUsedUp, type RateLimit, rateLimitProblem } from '../http/rate-limit.ts'
import type { Link } from './link.ts'
import { readToken } from './resolve.ts'

/** What a link may make the service do in an hour: far more than a person does who tries again and again. */
export const perHour = { posts: 60, megabytes: 40, decodes: 20, failures: 30 } as const
type LinkWork = keyof typeof perHour

/** Who make links up count together, where they come from: a carrier shows thousands of telephones as one address. */
export const linksOfOneSource = 10

/**
 * Who sends: the holder of a link of ours, whom no stranger behind the same address can shut out, or, of a token that was
 * made up, its address.
 */
type LinkSender =
  | { readonly link: Pick<Link, 'organisationId' | 'mode' | 'verificationId' | 'purpose' | 'number'> }
  | { readonly address: string }

const detail =
  'Too much was sent from here within an hour. Please wait until the next full hour, and open your link again.'
const limitOf = (who: 'link' | 'source', work: LinkWork): RateLimit => ({
  name: `${who}-${work}`,
  windowSeconds: 3600,
  detail,
  limit: perHour[work] * (who === 'source' ? linksOfOneSource : 1),
})

const countedAs = (sender: LinkSender, work: LinkWork) => {
  if ('link' in sender) {
    const { organisationId, mode, verificationId, purpose, number } = sender.link
    const subject = [organisationId, mode, verificationId, purpose, number].join('-')
    return { limit: limitOf('link', work), share: { subject } }
  }
  const source = createHmac('sha256', setting('SOURCE_ADDRESS_KEY')).update(sender.address)
  return { limit: limitOf('source', work), share: { subject: source.digest('base64url').slice(0, 16) } }
}

/** @throws Problem too_many_requests */
export const countLinkWork = async (
  sender: LinkSender,
  work: LinkWork,
  nowMs: number,
  count = 1,
): Promise<void> => {
  const { limit, share } = countedAs(sender, work)
  await consumeOne(limit, share, nowMs, count)
}

const senderOf = async ({ event }: MiddlewareRequest): Promise<LinkSender> => {
  const link = await readToken(event.pathParameters?.token ?? '')
  return link ? { link } : { address: event.requestContext.http.sourceIp }
}

const isPost = ({ internal }: MiddlewareRequest): boolean => internal.route?.method === 'POST'

/** Counts a post and its bytes before anything reads it, and afterwards whether it failed. */
export const limitPosts: Middleware = {
  before: async request => {
    if (!isPost(request)) return
    const [sender, nowMs] = [await senderOf(request), Date.now()]
    const { limit, share } = countedAs(sender, 'failures')
    if (await isUsedUp(limit, share, nowMs)) throw rateLimitProblem(limit, nowMs)
    await countLinkWork(sender, 'posts', nowMs)
    const { length } = request.event.body ?? ''
    await countLinkWork(sender, 'megabytes', nowMs, Math.ceil(length / 1_000_000))
  },
  after: async request => {
    if (!isPost(request) || (request.response?.statusCode ?? 200) < 400) return
    // The one that uses up the limit is answered as it is; the next is refused.
    await countLinkWork(await senderOf(request), 'failures', Date.now()).catch(() => {})
  },
}
