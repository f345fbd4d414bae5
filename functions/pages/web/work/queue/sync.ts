import { ApiProblem, isSessionExpired } from '../../ui/api.ts'
import { createShared } from '../shared.ts'
import { StorageError } from '../storage/database.ts'
import { enrol } from '../storage/person.ts'
import { useShared } from '../use-shared.ts'
import { needsWifi, onOtherNetwork } from './connection.ts'
import { refresh } from './refresh.ts'
import { OtherPersonError, retryDelayMs } from './retry.ts'
import { saySent, sayUnsent } from './say-unsent.ts'
import { hasToSend, sendAll } from './send.ts'
import { askWakeUp } from './wake-up.ts'
import { withWorkLock } from './work-lock.ts'

export type SyncStatus =
  | 'unknown'
  | 'busy'
  | 'well'
  | 'no-wifi'
  | 'unreachable'
  | 'unsaved'
  | 'signed-out'
  | 'other-person'

const contact = createShared<SyncStatus>('unknown')
export const useSyncStatus = () => useShared(contact)

let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Undefined while nobody is signed in. */
let person: string | undefined
let isWaiting = false

const statusAfter = (error: unknown): SyncStatus => {
  if (isSessionExpired(error)) return 'signed-out'
  if (error instanceof StorageError) return 'unsaved'
  return error instanceof OtherPersonError ? 'other-person' : 'unreachable'
}

/** Schedules a retry, unless the agent has to act first. */
const later = (error: unknown): void => {
  contact.set(statusAfter(error))
  if (!['unreachable', 'unsaved'].includes(contact.get())) return
  const isLimited = error instanceof ApiProblem && error.problem.code === 'too_many_requests'
  timer = setTimeout(sync, Math.max(isLimited ? 60_000 : 0, retryDelayMs(tries++, Math.random())))
}

/** Whether something may be left from before: as the page opens, and after something was not sent. */
let isFromBefore = true
/** Until all was sent. */
let isOnAnyNetwork = false

const perform = async (by: string): Promise<void> => {
  contact.set('busy')
  try {
    // Before it is tried: the page may be closed at any moment.
    if (await hasToSend(by)) void askWakeUp()
    await sendAll(by, { isFromBefore, isOnAnyNetwork })
    await refresh(by)
    // A device that is known can sign later photos without a network.
    await enrol(by)
    tries = 0
    isFromBefore = false
    isOnAnyNetwork = false
    contact.set((await needsWifi(by)) && (await hasToSend(by)) ? 'no-wifi' : 'well')
    await saySent(by)
  } catch (error) {
    isFromBefore = true
    later(error)
    // Without a session, or under another one, the office takes no word of this device.
    await sayUnsent(by)
  }
}

/** Sends and downloads now: one waiting request at most. */
export const sync = (): void => {
  if (person === undefined || isWaiting) return
  const by = person
  isWaiting = true
  clearTimeout(timer)
  void withWorkLock(() => {
    isWaiting = false
    return perform(by)
  }).catch(later)
}

/** Sends the photos that wait for Wi-Fi by whatever network there is, this once. */
export const sendWithoutWifi = (): void => {
  isOnAnyNetwork = true
  sync()
}

const soon = (): void => {
  tries = 0
  sync()
}
const whenSeen = (): void => {
  if (document.visibilityState === 'visible') soon()
}

/** Starts the synchronisation for a person. @returns how to stop it */
export const startSync = (by: string): (() => void) => {
  person = by
  isFromBefore = true
  addEventListener('online', soon)
  const stopListening = onOtherNetwork(soon)
  document.addEventListener('visibilitychange', whenSeen)
  soon()
  return () => {
    person = undefined
    clearTimeout(timer)
    removeEventListener('online', soon)
    stopListening()
    document.removeEventListener('visibilitychange', whenSeen)
  }
}
