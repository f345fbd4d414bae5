import type { BrowserContext, CDPSession } from 'playwright-core'

/** Id of the service worker's registration, as the browser's protocol tells it to whoever begins to listen. */
const registrationIn = async (session: CDPSession, scope: string): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === scope && !isDeleted)
    if (found) resolve(found.registrationId)
  })
  await session.send('ServiceWorker.enable')
  return promise
}

/**
 * Wakes the service worker of the page as the browser does that has a network again. The tab that this is asked from is
 * empty: no page of ours is open by it.
 */
export const wakeWorker = async (context: BrowserContext, pageUrl: string): Promise<void> => {
  const empty = await context.newPage()
  const session = await context.newCDPSession(empty)
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(pageUrl).origin,
    registrationId: await registrationIn(session, pageUrl),
    tag: 'work',
    lastChance: false,
  })
  await empty.close()
}
