import { formatDistance as formatDistanceIn } from '../../../../shared/location/position.ts'
import {
  createTimeFormats,
  formatMoney as formatMoneyIn,
  formatNumberIn,
  readerLocale,
} from '../../../../shared/texts/format.ts'
import type { Property } from '../../../../shared/review/contract.ts'

/** How the reader of this page writes times and numbers. */
export const locale = readerLocale(navigator.language)

export const { formatTimeOfDay, formatDay, formatDateTime, formatExactTime } = createTimeFormats({
  locale,
  minutesAhead: at => -at.getTimezoneOffset(),
})

/** `12,500`, `1.4`. */
export const formatNumber = (value: number): string => formatNumberIn(locale, value)

/** `NGN 2,500`. */
export const formatMoney = (price: number): string => formatMoneyIn(price, locale)

/** `85 m`, `1.4 km`. */
export const formatDistance = (metres: number): string => formatDistanceIn(metres, locale)

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

/** The applicant's description of the house, in the order in which one looks for it. */
export const describeProperty = (house: Property): readonly (readonly [name: string, value: string])[] => {
  const facts = [
    ['Description', house.generalDescription],
    ['House number', house.houseNumber],
    ['Building', [house.buildingType, house.buildingDescription, house.buildingStatus].join(', ')],
    ['Colour', house.buildingColour],
    ['Gate and fence', house.hasGateAndFence ? 'yes' : 'no'],
  ] as const
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

/** `1 min` at least, `3 h`: within which something came. `–` for null. */
export const formatMinutes = (minutes: number | null): string =>
  minutes === null ? '–' : formatTimeSpan(minutes * minute)

/** `67 %`; `–` of nothing. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`

/** `1 event`, `2 events`. */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** `2 strong flags, 1 weak`, `1 weak flag`. */
export const describeFlags = (count: number, strong: number): string => {
  const weak = count - strong
  if (strong === 0) return formatCount(weak, 'weak flag')
  return `${formatCount(strong, 'strong flag')}${weak > 0 ? `, ${weak} weak` : ''}`
}

/** The API takes no line breaks in words: a space stands for each. */
export const toOneLine = (words: string): string =>
  words
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ')
