/** Words for times and lengths, in the reader's own time zone. */

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

/** `14:32`. @param at ISO 8601 */
export const formatTimeOfDay = (at: string): string => clock.format(new Date(at))

/** `Thu 19 Nov, 14:32`. @param at ISO 8601 */
export const formatDateTime = (at: string): string => `${day.format(new Date(at))}, ${formatTimeOfDay(at)}`

const minute = 60_000
const hour = 60 * minute

/** `12 min`, `5 h`, `3 days`. @param ms how long */
export const formatTimeSpan = (ms: number): string => {
  if (ms < hour) return `${Math.max(1, Math.round(ms / minute))} min`
  if (ms < 48 * hour) return `${Math.round(ms / hour)} h`
  return `${Math.round(ms / (24 * hour))} days`
}

/** `due in 5 h`, `3 days late`. @param dueAt ISO 8601 */
export const formatDue = (dueAt: string, nowMs: number): string => {
  const leftMs = Date.parse(dueAt) - nowMs
  return leftMs > 0 ? `due in ${formatTimeSpan(leftMs)}` : `${formatTimeSpan(-leftMs)} late`
}

/** `85 m`, `1.4 km`. */
export const formatDistance = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`
