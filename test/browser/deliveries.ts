import type { BrowserContext, CDPSession } from 'playwright-core'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { Person } from '../support/sign-in.ts'
import type { Phone } from './agent-phone.ts'

/* What leaves a phone, and what arrives of it. */

/** How often each event stands in the trail of an assignment. */
export const countEvents = async (reader: Person, assignment: string): Promise<Record<string, number>> => {
  const { entries } = (await reader.get(`/v1/operations/assignments/${assignment}/trail`)).body
  const counts: Record<string, number> = {}
  for (const { what } of eventsIn(entries)) counts[what] = (counts[what] ?? 0) + 1
  return counts
}

/** What leaves the phone from now on, by page or service worker: a word for each photo's bytes and each report. */
export const sentFrom = ({ context }: Phone): readonly string[] => {
  const sent: string[] = []
  context.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'PUT' && !pathname.startsWith('/v1/')) sent.push('bytes')
    if (request.method() === 'POST' && pathname.endsWith('/report')) sent.push('report')
  })
  return sent
}

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

const dispatchIn = async (context: BrowserContext, scope: string): Promise<void> => {
  const empty = await context.newPage()
  const session = await context.newCDPSession(empty)
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(scope).origin,
    registrationId: await registrationIn(session, scope),
    tag: 'work',
    lastChance: false,
  })
  await empty.close()
}

/**
 * Wakes the service worker of the page, as the browser does that has a network again. It is asked from an empty tab: no
 * page of ours is open by it.
 */
export const wake = ({ context, url }: Phone): Promise<void> => dispatchIn(context, url)
