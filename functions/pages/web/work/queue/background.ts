import { isSessionExpired } from '../../ui/api.ts'
import { findPerson } from '../storage/person.ts'
import { OtherPersonError } from './retry.ts'
import { saySent } from './say-unsent.ts'
import { hasToSend, sendAll } from './send.ts'
import { withWorkLock } from './work-lock.ts'

/** By this name the page asks to be woken, and the browser says why it wakes. */
export const wakeUpTag = 'work'

/** Only the agent can change it, on the page, which says so when they open it. */
const needsPage = (error: unknown): boolean => isSessionExpired(error) || error instanceof OtherPersonError

/**
 * Sends what is left on the phone, with no page open. What cannot be sent stays.
 * @throws what may pass: the browser then wakes the service worker again, two times more in Chrome
 */
export const sendInBackground = (): Promise<void> =>
  withWorkLock(async () => {
    const by = await findPerson()
    if (by === undefined || !(await hasToSend(by))) return
    try {
      await sendAll(by, { isFromBefore: true })
      await saySent(by)
      if (await hasToSend(by)) throw new Error('Photos wait for Wi-Fi.')
    } catch (error) {
      if (!needsPage(error)) throw error
    }
  })
