/**
 * Keeps the page and all that it loads on the telephone, so that it opens without a network. It keeps nothing else:
 * what the API answers goes past it.
 */

/** Written in when it is bundled: the page, what it loads, and a name that changes with any of it. */
declare const shell: { readonly cache: string; readonly page: string; readonly files: readonly string[] }

/** What TypeScript's library for windows lacks of a worker's. */
interface Waking extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Waking {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  addEventListener(name: 'install' | 'activate', listener: (event: Waking) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const worker = self as unknown as Worker

/** All or nothing: a version of which a file is missing is not taken. The page itself has no name of its own per version. */
const install = async (): Promise<void> => {
  const cache = await caches.open(shell.cache)
  await cache.addAll([new Request(shell.page, { cache: 'reload' }), ...shell.files])
  // A page that is open has loaded its own version; a part of it that is gone says that the page has to be loaded anew.
  await worker.skipWaiting()
}

const activate = async (): Promise<void> => {
  for (const name of await caches.keys()) if (name !== shell.cache) await caches.delete(name)
  await worker.clients.claim()
}

/** Undefined for what is none of the page's. */
const keptAs = ({ method, mode, url }: Request): string | undefined => {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return undefined
  if (pathname === shell.page) return mode === 'navigate' ? pathname : undefined
  return shell.files.includes(pathname) ? pathname : undefined
}

const answer = async (request: Request, path: string): Promise<Response> => {
  const cache = await caches.open(shell.cache)
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(request)
}

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(activate()))
worker.addEventListener('fetch', event => {
  const path = keptAs(event.request)
  if (path) event.respondWith(answer(event.request, path))
})
