import { useEffect } from 'preact/hooks'
import type { Fix } from '../../../../../shared/evidence/contract.ts'
import { createShared } from '../shared.ts'
import { useShared } from '../use-shared.ts'

/** A position with a larger radius hardly tells one house from the next. */
export const vagueMetres = 100

const most = 10
/** A watch without news for this long may have fallen asleep. */
const oldMs = 120_000

export interface DevicePosition {
  readonly fix: Fix | undefined
  readonly refusal: 'denied' | 'unavailable' | undefined
}

/** Oldest first. */
let fixes: readonly Fix[] = []
const position = createShared<DevicePosition>({ fix: undefined, refusal: undefined })
let watch: number | undefined
let watchers = 0

export const lastFixes = (): readonly Fix[] => fixes

/** A visit begins: what was measured on the way to it is no part of its photos, the last moment excepted. */
export const startVisit = (): void => {
  fixes = fixes.filter(fix => !isOld(fix)).slice(-1)
}

const isOld = ({ at }: Fix): boolean => Date.now() - Date.parse(at) > oldMs

const take = ({ coords, timestamp }: GeolocationPosition): void => {
  const { latitude, longitude, accuracy } = coords
  const fix = { latitude, longitude, accuracyMetres: accuracy, at: new Date(timestamp).toISOString() }
  fixes = [...fixes, fix].slice(-most)
  position.set({ fix, refusal: undefined })
}

const fail = ({ code }: GeolocationPositionError): void => {
  const { fix } = position.get()
  position.set({ fix, refusal: code === 1 ? 'denied' : 'unavailable' })
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

/** Measures the position while a component shows it. A refusal is shown once the last fix is old. */
export const useDevicePosition = (): DevicePosition => {
  useEffect(() => {
    start()
    return stop
  }, [])
  const { fix, refusal } = useShared(position)
  return { fix, refusal: fix && !isOld(fix) ? undefined : refusal }
}

/** The last fix for a report, unless it is old. */
export const positionNow = () => {
  const { fix } = position.get()
  if (!fix || isOld(fix)) return undefined
  const { at: measuredAt, ...place } = fix
  return { ...place, measuredAt }
}
