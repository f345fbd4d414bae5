import { sendInBackground, wakeUpTag } from './queue/background.ts'

/*
 * Stores the page and its files on the phone, so that it opens without a network, and sends what is left there when the
 * browser wakes it. API responses are not stored.
 */

/** Inserted by the bundler: the page, its files, and a cache name that changes with them. */
declare const shell: { readonly cache: string; readonly page: string; readonly files: readonly string[] }

/** TypeScript's window library lacks the worker's types. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchingEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
/** An event of background synchronisation: https://wicg.github.io/background-sync/spec/ */
interface WakeUpEvent extends ExtendableEvent {
  readonly tag: string
}
interface ServiceWorkerScope {
  addEventListener(name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: FetchingEvent) => void): void
  addEventListener(name: 'sync', listener: (event: WakeUpEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const worker = self as unknown as ServiceWorkerScope

/** All or nothing: a version with a missing file is not installed. The page itself has no versioned name. */
const install = async (): Promise<void> => {
  const cache = await caches.open(shell.cache)
  await cache.addAll([new Request(shell.page, { cache: 'reload' }), ...shell.files])
  // An open page has loaded its own version; if a part of it is gone it says that it has to be reloaded.
  await worker.skipWaiting()
}

const activate = async (): Promise<void> => {
  for (const name of await caches.keys()) if (name !== shell.cache) await caches.delete(name)
  await worker.clients.claim()
}

/** Undefined for what is not the page's. */
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
worker.addEventListener('sync', event => {
  if (event.tag === wakeUpTag) event.waitUntil(sendInBackground())
})
