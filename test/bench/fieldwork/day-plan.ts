/* When what happens on the day, by the clock of the places: Lagos is an hour ahead of UTC. */

export const dayStartMs = Date.parse('2026-11-20T00:00:00.000+01:00')
export const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000]
/** So many hours after midnight of the day. */
export const clockAt = (hours: number): number => dayStartMs + hours * hourMs
export const timeOf = (ms: number): string => new Date(ms).toISOString()

/** Orders of two days are open in the morning: each is due two days after it came. */
export const ordersFromMs = clockAt(-39)
export const dueMs = 48 * hourMs

/** The hour in which a whole state has no network. */
export const lostHour = { stateName: 'Lagos', fromMs: clockAt(12), toMs: clockAt(13) }
export const stormFromMs = clockAt(18)
export const stormMs = 10 * minuteMs
export const dayEndMs = clockAt(18.5)

const steps = [
  { name: 'orders, and claims of yesterday', fromMs: 0 },
  { name: 'morning lists and claims', fromMs: clockAt(7) },
  { name: 'first visits', fromMs: clockAt(9) },
  { name: 'proposed and assigned', fromMs: clockAt(10.5) },
  { name: 'visits', fromMs: clockAt(11) },
  { name: 'an hour without network in Lagos', fromMs: lostHour.fromMs },
  { name: 'what that hour held', fromMs: lostHour.toMs },
  { name: 'visits of the afternoon', fromMs: clockAt(13.25) },
  { name: 're-assigned in bulk', fromMs: clockAt(15) },
  { name: 'last visits', fromMs: clockAt(15.5) },
  { name: 'all phones within ten minutes', fromMs: stormFromMs },
] as const

export const stepNames: readonly string[] = steps.map(({ name }) => name)
export const stepAt = (ms: number): string => steps.findLast(({ fromMs }) => fromMs <= ms)!.name
