import * as z from 'zod/mini'
import { pauseSeconds, plain, print, reasonOf, waitSeconds } from './wait.ts'

/** A newer stage may have more kinds of event. Values for headers must be valid in one. */
const EventLine = z.object({
  id: z.string().check(z.regex(/^[\w~:/+=-]{1,256}$/)),
  event: z.string(),
  event_type: z.string(),
  sequence: z.int(),
  occurredAt: z.string().check(z.regex(/^[\x20-\x7e]{1,64}$/)),
})
export type EventLine = Readonly<z.infer<typeof EventLine>>

const EventPage = z.object({ data: z.array(EventLine), nextCursor: z.nullable(z.string()) })
const EventAnswer = z.object({ bodyRaw: z.string() })
const Token = z.object({ accessToken: z.string(), expiresIn: z.number() })

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
  list(position: { from: string; cursor: string | null }): Promise<z.infer<typeof EventPage>>
  /** The exact bytes; undefined if the event is gone. */
  bodyOf(id: string): Promise<string | undefined>
}

const requestMilliseconds = 30_000
const marginSeconds = 60
const pageSize = 20

/** Retries temporary failures; throws an Error in one line for others. */
export const openFeed = (options: FeedOptions): Feed => {
  const { url, clientId, clientSecret } = options
  let token: { readonly text: string; readonly endsAt: number } | undefined

  const signIn = async (): Promise<string> => {
    const body = JSON.stringify({ clientId, secret: clientSecret })
    const headers = { 'content-type': 'application/json' }
    const answer = await patiently(options, `${url}/v1/token`, () => ({ method: 'POST', headers, body }))
    if (!answer.ok) throw new Error(`${plain(clientId)} cannot sign in at ${url}: ${answer.status}`)
    const { accessToken, expiresIn } = await read(Token, answer)
    token = { text: accessToken, endsAt: performance.now() + (expiresIn - marginSeconds) * 1000 }
    return new Date(answer.headers.get('date') ?? Date.now()).toISOString()
  }
  const ask = async (path: string): Promise<Response> => {
    if (token === undefined || performance.now() > token.endsAt) await signIn()
    const authorization = () => ({ headers: { authorization: `Bearer ${token?.text}` } })
    const answer = await patiently(options, url + path, authorization)
    if (answer.status !== 401) return answer
    // The token may be revoked; a valid client gets another.
    await signIn()
    return patiently(options, url + path, authorization)
  }
  return {
    signIn,
    list: async ({ from, cursor }) => {
      const start =
        cursor === null ? `from=${encodeURIComponent(from)}` : `cursor=${encodeURIComponent(cursor)}`
      return read(EventPage, await ask(`/v1/events?order=oldest&limit=${pageSize}&${start}`))
    },
    bodyOf: async id => {
      const answer = await ask(`/v1/events/${encodeURIComponent(id)}`)
      return answer.status === 404 ? undefined : (await read(EventAnswer, answer)).bodyRaw
    },
  }
}

const read = async <Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: Response,
): Promise<z.infer<Schema>> => {
  if (!answer.ok) throw new Error(`${plain(answer.url)} was answered ${answer.status}`)
  const parsed = schema.safeParse(await answer.json().catch(() => undefined))
  if (!parsed.success)
    throw new Error(`${plain(answer.url)} was answered with something that was not expected`)
  return parsed.data
}

/** Retries until another attempt would not change the response. */
const patiently = async (
  { signal }: FeedOptions,
  url: string,
  request: () => RequestInit,
): Promise<Response> => {
  for (let failures = 1; ; failures++) {
    const timeout = AbortSignal.timeout(requestMilliseconds)
    const init = { ...request(), redirect: 'manual' as const, signal: AbortSignal.any([signal, timeout]) }
    const answer = await fetch(url, init).catch((error: unknown) => reasonOf(error))
    signal.throwIfAborted()
    if (typeof answer !== 'string' && answer.status !== 429 && answer.status < 500) return answer
    const pause = pauseSeconds(failures, typeof answer === 'string' ? undefined : answer)
    const what = typeof answer === 'string' ? answer : `answered ${answer.status}`
    print(`${plain(new URL(url).origin)}: ${what}, asked again in ${pause} s`)
    if (typeof answer !== 'string') await answer.body?.cancel()
    await waitSeconds(pause, signal)
  }
}
