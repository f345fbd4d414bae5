import { ApiProblem, createClient, NetworkError } from '../../clients/typescript/client.ts'
import { plain, print } from './wait.ts'

export interface EventLine {
  readonly id: string
  readonly event: string
  readonly event_type: string
  readonly sequence: number
  readonly occurredAt: string
}

interface EventPage {
  readonly data: readonly EventLine[]
  readonly nextCursor: string | null
}

const isText = (value: unknown, form = /^/): boolean => typeof value === 'string' && form.test(value)

/** A newer stage may have more kinds of event. Values for headers must be valid in one. */
const isLine = (line: Partial<EventLine> | null): boolean =>
  isText(line?.id, /^[\w~:/+=-]{1,256}$/) &&
  isText(line?.event) &&
  isText(line?.event_type) &&
  Number.isSafeInteger(line?.sequence) &&
  isText(line?.occurredAt, /^[\x20-\x7e]{1,64}$/)

const isPage = (page: Partial<EventPage> | null): boolean =>
  Array.isArray(page?.data) &&
  page.data.every(isLine) &&
  (page.nextCursor === null || isText(page.nextCursor))

export interface FeedOptions {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly signal: AbortSignal
}

export interface Feed {
  /**
   * The stage's time, ISO 8601, by which its events are sorted. @throws Error in one line if the client is
   * refused
   */
  signIn(): Promise<string>
  /** The page after the cursor, or the first after the instant; oldest first. */
  list(position: { from: string; cursor: string | null }): Promise<EventPage>
  /** The exact bytes; undefined if the event is gone. */
  bodyOf(id: string): Promise<string | undefined>
}

const pageSize = 20

const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiProblem || error instanceof NetworkError ? error.status : undefined

/** A problem's words are the stage's. */
const failInOneLine = (error: unknown): never => {
  throw error instanceof ApiProblem ? new Error(plain(error.message)) : error
}

/** Retries temporary failures; throws an Error in one line for others. */
export const openFeed = ({ url, clientId, clientSecret, signal }: FeedOptions): Feed => {
  const client = createClient({
    url,
    clientId,
    secret: clientSecret,
    signal,
    retries: Number.POSITIVE_INFINITY,
    longestPauseSeconds: Number.POSITIVE_INFINITY,
    onRetry: ({ reason, pauseSeconds }) =>
      print(`${plain(new URL(url).origin)}: ${reason}, asked again in ${pauseSeconds} s`),
  })
  const unexpected = () => new Error(`${plain(url)} answered with something that was not expected`)
  const refuse = (error: unknown): never => {
    const status = statusOf(error)
    throw status === undefined ? error : new Error(`${plain(clientId)} cannot sign in at ${url}: ${status}`)
  }
  return {
    signIn: async () => (await client.signIn().catch(refuse)).toISOString(),
    list: async ({ from, cursor }) => {
      const query = { order: 'oldest', limit: pageSize, from, ...(cursor !== null && { cursor }) }
      const page = (await client.call('GET /v1/events', { query }).catch(failInOneLine)) as EventPage
      if (!isPage(page)) throw unexpected()
      return page
    },
    bodyOf: async id => {
      const event = (await client
        .call('GET /v1/events/{id}', { params: { id } })
        .catch((error: unknown) => (statusOf(error) === 404 ? undefined : failInOneLine(error)))) as
        | { readonly bodyRaw?: string }
        | undefined
      if (event !== undefined && !isText(event?.bodyRaw)) throw unexpected()
      return event?.bodyRaw
    },
  }
}
