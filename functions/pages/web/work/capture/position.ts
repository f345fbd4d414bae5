import { useEffect, useState } from 'preact/hooks'
import type { Fix } from '../../../../../shared/evidence/contract.ts'

const most = 10
/** A watch without news for this long may have fallen asleep. */
const oldMs = 120_000

let fixes: readonly Fix[] = []
let refusal: 'denied' | 'unavailable' | undefined
let watch: number | undefined
let watchers = 0
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

const take = ({ coords, timestamp }: GeolocationPosition): void => {
  const { latitude, longitude, accuracy } = coords
  const fix = { latitude, longitude, accuracyMetres: accuracy, at: new Date(timestamp).toISOString() }
  fixes = [...fixes, fix].slice(-most)
  refusal = undefined
  tell()
}

const fail = ({ code }: GeolocationPositionError): void => {
  refusal = code === 1 ? 'denied' : 'unavailable'
  tell()
}

const start = (): void => {
  watchers++
  if (watch !== undefined || !('geolocation' in navigator)) return
  watch = navigator.geolocation.watchPosition(take, fail, { enableHighAccuracy: true, maximumAge: 0 })
}

/** Measuring costs battery: it ends with its last watcher. */
const stop = (): void => {
  watchers--
  if (watchers > 0 || watch === undefined) return
  navigator.geolocation.clearWatch(watch)
  watch = undefined
}

/** Oldest first. */
export const lastFixes = (): readonly Fix[] => fixes

export interface DevicePosition {
  readonly fix: Fix | undefined
  readonly refusal: 'denied' | 'unavailable' | undefined
}

const whereabouts = (): DevicePosition => {
  const last = fixes.at(-1)
  const isOld = last !== undefined && Date.now() - Date.parse(last.at) > oldMs
  return { fix: last, refusal: isOld || !last ? refusal : undefined }
}

/** Measures the position while a component shows it. */
export const useDevicePosition = (): DevicePosition => {
  const [place, setPlace] = useState(whereabouts)
  useEffect(() => {
    const look = () => setPlace(whereabouts())
    listeners.add(look)
    start()
    return () => {
      listeners.delete(look)
      stop()
    }
  }, [])
  return place
}

/** The last fix for a report, unless it is old. */
export const positionNow = () => {
  const last = fixes.at(-1)
  if (!last || Date.now() - Date.parse(last.at) > oldMs) return undefined
  const { at, ...place } = last
  return { ...place, measuredAt: at }
}
