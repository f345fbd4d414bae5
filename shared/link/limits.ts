import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import type { Middleware, MiddlewareRequest } from '../http/action.ts'
import { consumeOne, isExhausted, type RateLimit, rateLimitProblem } from '../http/rate-limit.ts'
import type { Link } from './link.ts'
import { readToken } from './resolve.ts'

/** What a link may make the service do in an hour: far more than a person does who tries again and again. */
export const perHour = { posts: 60, megabytes: 40, decodes: 20, failures: 30 } as const
type LinkWork = keyof typeof perHour

/** Carriers show thousands of telephones as one address. */
export const linksOfOneSource = 10

/** Where a post comes from. Without a link its token was made up, and only its address is known. */
interface LinkSender {
  readonly link: Pick<Link, 'organisationId' | 'mode' | 'verificationId' | 'purpose' | 'number'> | undefined
  readonly address: string
}

const detail =
  'Too much was sent from here within an hour. Please wait until the next full hour, and open your link again.'
const limitOf = (who: 'link' | 'source', work: LinkWork): RateLimit => ({
  name: `${who}-${work}`,
  windowSeconds: 3600,
  detail,
  limit: perHour[work] * (who === 'source' ? linksOfOneSource : 1),
})

const limitsOf = ({ link, address }: LinkSender, work: LinkWork) => {
  const source = createHmac('sha256', setting('SOURCE_ADDRESS_KEY')).update(address).digest('base64url')
  const { organisationId, mode, verificationId, purpose, number } = link ?? {}
  return [
    { limit: limitOf('source', work), subject: source.slice(0, 16) },
    ...(link
      ? [
          {
            limit: limitOf('link', work),
            subject: [organisationId, mode, verificationId, purpose, number].join('-'),
          },
        ]
      : []),
  ]
}

/** @throws Problem too_many_requests */
export const countLinkWork = async (
  sender: LinkSender,
  work: LinkWork,
  nowMs: number,
  count = 1,
): Promise<void> => {
  for (const { limit, subject } of limitsOf(sender, work)) await consumeOne(limit, { subject }, nowMs, count)
}

const senderOf = async ({ event }: MiddlewareRequest): Promise<LinkSender> => ({
  link: await readToken(event.pathParameters?.token ?? ''),
  address: event.requestContext.http.sourceIp,
})

const isPost = ({ internal }: MiddlewareRequest): boolean => internal.route?.method === 'POST'

/** Counts a post and its bytes before anything reads it, and afterwards whether it failed. */
export const limitPosts: Middleware = {
  before: async request => {
    if (!isPost(request)) return
    const [sender, nowMs] = [await senderOf(request), Date.now()]
    for (const { limit, subject } of limitsOf(sender, 'failures'))
      if (await isExhausted(limit, { subject }, nowMs)) throw rateLimitProblem(limit, nowMs)
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
