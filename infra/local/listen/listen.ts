import { newSecret } from '../../../shared/webhook/transport/signature.ts'
import { type Bookmark, readBookmark, writeBookmark } from './bookmark.ts'
import { type EventLine, type Feed, openFeed } from './feed.ts'
import { forward } from './forward.ts'
import type { ListenOptions } from './options.ts'
import { plain, print, waitSeconds } from './wait.ts'

const pollSeconds = 1

interface EventListener extends ListenOptions {
  readonly feed: Feed
  readonly signal: AbortSignal
  readonly secret: string
}

/** @throws Error in one line; the signal's reason if that stopped it */
export const listen = async (options: ListenOptions, signal: AbortSignal): Promise<void> => {
  const feed = openFeed({ ...options, signal })
  const stageTime = await feed.signIn()
  const from = options.from ?? stageTime
  const bookmark = readBookmark(options.stateFile) ?? { from, cursor: null, forwarded: [] }
  const secret = options.secret ?? bookmark.secret ?? newSecret()
  const kept = { ...bookmark, ...(options.secret === undefined && { secret }) }
  writeBookmark(options.stateFile, kept)
  introduce(options, secret, kept)
  await follow({ ...options, feed, signal, secret }, kept)
}

const introduce = (
  { url, forwardTo, stateFile, ...options }: ListenOptions,
  secret: string,
  bookmark: Bookmark,
) => {
  const start = bookmark.cursor === null ? `from ${bookmark.from} on` : 'where it stopped'
  print(`events of ${plain(options.clientId)} at ${url} go to ${forwardTo}, ${start}`)
  print(`signed with ${options.secret === undefined ? secret : 'the secret that was given'}`)
  print(`how far it got is kept in ${stateFile}`)
}

/** The end of today's list is the start of tomorrow's. */
const follow = async (listener: EventListener, start: Bookmark): Promise<void> => {
  const { feed, signal, stateFile, untilIdleSeconds = Number.POSITIVE_INFINITY } = listener
  let bookmark = start
  let lastNewsAt = performance.now()
  for (;;) {
    const page = await feed.list(bookmark)
    for (const line of page.data.filter(({ id }) => !bookmark.forwarded.includes(id))) {
      await bring(line, listener)
      bookmark = { ...bookmark, forwarded: [...bookmark.forwarded, line.id] }
      writeBookmark(stateFile, bookmark)
      lastNewsAt = performance.now()
    }
    const isNext = page.nextCursor !== null && page.nextCursor !== bookmark.cursor
    if (isNext) bookmark = { ...bookmark, cursor: page.nextCursor, forwarded: [] }
    else if (performance.now() - lastNewsAt > untilIdleSeconds * 1000) return
    else await waitSeconds(pollSeconds, signal)
  }
}

const bring = async (line: EventLine, listener: EventListener): Promise<void> => {
  listener.signal.throwIfAborted()
  const body = await listener.feed.bodyOf(line.id)
  if (body === undefined) return print(`${plain(line.event)}.${plain(line.event_type)} ${line.id} is gone`)
  await forward(line, body, listener)
}
