/* How times and numbers are written for people: by the clock of the place, in English, by the customs of the reader's region. */

/** Clocks that people on site read. Neither country changes its clocks in summer. */
export const clocks = {
  ng: { timeZone: 'Africa/Lagos', sign: 'WAT', minutesAhead: 60 },
  ke: { timeZone: 'Africa/Nairobi', sign: 'EAT', minutesAhead: 180 },
} as const
export type ClockName = keyof typeof clocks

/** Of what is the same for every reader: documents and messages. */
export const documentLocale = 'en-GB'

/** A region whose customs are not known in English is resolved to `en` alone, which would be American. */
const isKnown = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale

const findRegion = (language: string): string | undefined => {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}

/** The words are English for everybody, the order of day and month, the hours and the points of numbers as at home. */
export const readerLocale = (language: string | undefined): string => {
  const locale = `en-${(language && findRegion(language)) || 'GB'}`
  return isKnown(locale) ? locale : documentLocale
}

/** @param header `Accept-Language` (RFC 9110 §12.5.4), of which the first language counts */
export const localeOfHeader = (header: string | undefined): string =>
  readerLocale(/^\s*([a-z]{2,3}(?:-[a-z\d]{2,8}){0,3})\s*(?:[,;]|$)/i.exec(header ?? '')?.[1])

const shapes = {
  timeOfDay: { timeStyle: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  longDay: { dateStyle: 'long' },
  exact: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Making one takes longer than a hundred uses of it. */
const made = new Map<string, Intl.DateTimeFormat>()
const formatIn = (locale: string, shape: keyof typeof shapes, clock: ClockName): Intl.DateTimeFormat => {
  const key = `${locale} ${shape} ${clock}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { ...shapes[shape], timeZone: clocks[clock].timeZone })
  made.set(key, format)
  return format
}

/** How somebody reads. */
export interface TextReader {
  readonly locale: string
  /** Minutes by which their own clock is ahead of UTC at a time: where it is another than the place's, the place's is named. */
  readonly minutesAhead?: (at: Date) => number
}

/** All take ISO 8601, and the clock of the place: Lagos unless given. */
export const createTimeFormats = ({ locale, minutesAhead }: TextReader) => {
  const format = (shape: keyof typeof shapes) => (at: string, clock: ClockName) =>
    formatIn(locale, shape, clock).format(new Date(at))
  const [timeOfDay, day, longDay, exact] = [
    format('timeOfDay'),
    format('day'),
    format('longDay'),
    format('exact'),
  ]
  const nameClock = (at: string, clock: ClockName): string => {
    const isOwn = !minutesAhead || minutesAhead(new Date(at)) === clocks[clock].minutesAhead
    return isOwn ? '' : ` ${clocks[clock].sign}`
  }
  const formatTimeOfDay = (at: string, clock: ClockName = 'ng'): string =>
    `${timeOfDay(at, clock)}${nameClock(at, clock)}`
  return {
    /** `14:32`, `2:32 pm WAT`. */
    formatTimeOfDay,
    /** `Thu 19 Nov`. */
    formatDay: (at: string, clock: ClockName = 'ng'): string => day(at, clock),
    /** `Thu 19 Nov, 14:32`. */
    formatDateTime: (at: string, clock: ClockName = 'ng'): string =>
      `${day(at, clock)}, ${formatTimeOfDay(at, clock)}`,
    /** `19 November 2026`. */
    formatLongDay: (at: string, clock: ClockName = 'ng'): string => longDay(at, clock),
    /** To the second, with the clock's name: logs are compared by it. `Thu 19 Nov, 14:32:05 WAT`. */
    formatExactTime: (at: string, clock: ClockName = 'ng'): string =>
      `${exact(at, clock)} ${clocks[clock].sign}`,
  }
}

/** `12,500`, `12.500`, `1.4`. @param digits behind the point; without it, as many as there are, up to three */
export const formatNumberIn = (locale: string, value: number, digits?: number): string =>
  value.toLocaleString(
    locale,
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  )

/** `NGN 4,500`. @param price in NGN, as a record has it */
export const formatMoney = (price: number, locale: string = documentLocale): string =>
  `NGN ${formatNumberIn(locale, price)}`

/** Reads `2026-11-22T14:30`, as a form has it, by the clock of the place. */
export const parseLocalTime = (written: string, clock: ClockName = 'ng'): Date =>
  new Date(Date.parse(`${written}Z`) - clocks[clock].minutesAhead * 60_000)
