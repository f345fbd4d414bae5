import { useEffect } from 'preact/hooks'
import type { Position } from '../../../../../shared/work/assignment/contract.ts'
import { createShared } from '../shared.ts'
import { useShared } from '../use-shared.ts'
import { clockOffsetMs, onClockSet } from './clock.ts'
import { moveReceipt, type ReceivedFix, toFix, toPosition } from './fix.ts'

const most = 10
/** A watch without news for so long may have fallen asleep, or have nothing new to say. */
const quietMs = 60_000

interface Known {
  /** Oldest first. All that is said or sent of the place is of these, so that what is said is what is sent. */
  readonly fixes: readonly ReceivedFix[]
  readonly isDenied: boolean
}

const known = createShared<Known>({ fixes: [], isDenied: false })
let watch: number | undefined
let asking: ReturnType<typeof setInterval> | undefined
let watchers = 0

export const lastFixes = (): readonly ReceivedFix[] => known.get().fixes
const lastFix = (): ReceivedFix | undefined => lastFixes().at(-1)

/** A visit begins: of what was measured on the way to it, the last is all that is part of its photos. */
export const startVisit = (): void => known.set({ ...known.get(), fixes: lastFixes().slice(-1) })

const take = (measured: GeolocationPosition): void => {
  const fix = toFix(measured, Date.now())
  if (fix) known.set({ fixes: [...lastFixes(), fix].slice(-most), isDenied: false })
}

/** Who no longer allows it has nothing more sent. */
const fail = ({ code }: GeolocationPositionError): void => {
  if (code === 1) known.set({ fixes: [], isDenied: true })
}

const ask = (): void => {
  if (watch !== undefined) navigator.geolocation.clearWatch(watch)
  watch = navigator.geolocation.watchPosition(take, fail, { enableHighAccuracy: true, maximumAge: 0 })
}

const askAgain = (): void => {
  const fix = lastFix()
  if (fix && Date.now() - Date.parse(fix.receivedAt) >= quietMs) ask()
}

const start = (): void => {
  watchers++
  if (watch !== undefined || !('geolocation' in navigator)) return
  ask()
  asking = setInterval(askAgain, quietMs)
}

/** Measuring costs battery: it ends with its last watcher. */
const stop = (): void => {
  watchers--
  if (watchers > 0 || watch === undefined) return
  navigator.geolocation.clearWatch(watch)
  clearInterval(asking)
  watch = undefined
}

onClockSet(byMs => known.set({ ...known.get(), fixes: lastFixes().map(fix => moveReceipt(fix, byMs)) }))

export interface DevicePosition {
  /** The last one. */
  readonly fix: ReceivedFix | undefined
  readonly isDenied: boolean
}

/** Measures the position while a component shows it. */
export const useDevicePosition = (): DevicePosition => {
  useEffect(() => {
    start()
    return stop
  }, [])
  const { fixes, isDenied } = useShared(known)
  return { fix: fixes.at(-1), isDenied }
}

/** Where the phone is, for a claim or a report: the last fix, however old; the service judges it. */
export const statePosition = async (): Promise<Position | undefined> => {
  const [fix, nowMs] = [lastFix(), Date.now()]
  return fix && toPosition(fix, { nowMs, clockOffsetMs: await clockOffsetMs() })
}
