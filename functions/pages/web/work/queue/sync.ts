import { useEffect, useState } from 'preact/hooks'
import { ApiProblem, isSessionExpired } from '../../ui/api.ts'
import { enrol } from '../storage/person.ts'
import { refresh } from './refresh.ts'
import { OtherPersonError, retryDelayMs } from './retry.ts'
import { sendAll } from './send.ts'

export type SyncStatus = 'unknown' | 'busy' | 'well' | 'unreachable' | 'signed-out' | 'other-person'

let contact: SyncStatus = 'unknown'
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Undefined while nobody is signed in. */
let person: string | undefined
let isWaiting = false
const listeners = new Set<() => void>()

const say = (now: SyncStatus): void => {
  contact = now
  for (const listener of listeners) listener()
}

export const useSyncStatus = (): SyncStatus => {
  const [now, setNow] = useState(contact)
  useEffect(() => {
    const look = () => setNow(contact)
    look()
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [])
  return now
}

const contactAfter = (error: unknown): SyncStatus => {
  if (isSessionExpired(error)) return 'signed-out'
  return error instanceof OtherPersonError ? 'other-person' : 'unreachable'
}

const askedToWaitMs = (error: unknown): number =>
  error instanceof ApiProblem && error.problem.code === 'too_many_requests' ? 60_000 : 0

/** Schedules a retry, unless the agent has to act first. */
const later = (error: unknown): void => {
  say(contactAfter(error))
  if (contact !== 'unreachable') return
  timer = setTimeout(sync, Math.max(askedToWaitMs(error), retryDelayMs(tries++, Math.random())))
}

const perform = async (by: string): Promise<void> => {
  say('busy')
  try {
    await sendAll(by)
    await refresh(by)
    // A device that is known can sign later photos without a network.
    await enrol(by)
    tries = 0
    say('well')
  } catch (error) {
    later(error)
  }
}

/** Sends and downloads now: one tab at a time, and one waiting request at most. */
export const sync = (): void => {
  if (person === undefined || isWaiting) return
  const by = person
  isWaiting = true
  clearTimeout(timer)
  void navigator.locks
    .request('work', () => {
      isWaiting = false
      return perform(by)
    })
    .catch(later)
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
  addEventListener('online', soon)
  document.addEventListener('visibilitychange', whenSeen)
  soon()
  return () => {
    person = undefined
    clearTimeout(timer)
    removeEventListener('online', soon)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}
