import { observeResponses } from '../../ui/api.ts'
import { createShared } from '../shared.ts'
import { localDatabase, put, write } from '../storage/database.ts'
import { useShared } from '../use-shared.ts'

/** The `date` header has whole seconds (RFC 9110 §5.6.7): on average it is half a second older. */
const halfSecondMs = 500
/** Smaller differences come from network delays. */
const noiseMs = 2000
/** No answer is so late: the clock was set. */
const setMs = 60_000

let offsetMs: number | undefined

/** The difference as this page has seen it: one that was stored may be from before the clock was set right. */
const seenOffset = createShared<number | undefined>(undefined)
export const useClockOffsetMs = () => useShared(seenOffset) ?? 0

const readOffset = async () =>
  (await (await localDatabase()).get('phone', 'clockOffsetMs')) as number | undefined

/** Server time minus phone time, as last known; 0 where nobody knows it. */
export const clockOffsetMs = async (): Promise<number> => {
  offsetMs ??= await readOffset().catch(() => undefined)
  return offsetMs ?? 0
}

const setListeners = new Set<(byMs: number) => void>()

/** Calls the listener once it is seen that the phone's clock was set while the page is open, with how much later it says now. */
export const onClockSet = (listener: (byMs: number) => void): void => void setListeners.add(listener)

const note = async (date: string): Promise<void> => {
  const measured = Math.round(Date.parse(date) + halfSecondMs - Date.now())
  if (Number.isNaN(measured)) return
  const seen = seenOffset.get()
  seenOffset.set(measured)
  if (seen !== undefined && Math.abs(measured - seen) >= setMs)
    for (const listener of setListeners) listener(seen - measured)
  const known = await clockOffsetMs()
  if (offsetMs !== undefined && Math.abs(measured - known) < noiseMs) return
  offsetMs = measured
  // An answer may come after somebody signed out, who leaves nothing behind.
  await write(['phone'], async transaction => {
    const store = transaction.objectStore('phone')
    if ((await store.get('person')) !== undefined) await put(store, measured, 'clockOffsetMs')
  })
}

/** Compares the clocks at every response. */
export const compareClocks = (): void =>
  observeResponses(({ headers }) => {
    const date = headers.get('date')
    // What the phone does not store is known while the page is open.
    if (date) note(date).catch(() => undefined)
  })
