import { calendarDate } from '../matching/calendar-date.ts'

/** Which of two numbers before a year is the day, where a registry writes a time of day behind it. */
export interface DateNotation {
  readonly withTime: 'day-first' | 'month-first'
}

/** What registries write where there is no date. */
const none = /^(?:n\.?\/?a\.?|nil|none|null|-+|0000-00-00|00-00-0000|00\/00\/0000|)$/i

const iso = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const withoutTime = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
const withTime = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}) \d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?$/i

const toDay = (year: string, month: string, day: string): string | undefined =>
  calendarDate(Number(year), Number(month), Number(day)) &&
  `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`

/** DD-MM-YYYY; empty where the registry has none, undefined where it has something else. Instants are not guessed. */
export const readRegistryDate = (written: string, { withTime: order }: DateNotation): string | undefined => {
  const text = written.trim()
  if (none.test(text)) return ''
  const [, year, month, day] = iso.exec(text) ?? []
  if (year) return toDay(year, month!, day!)
  const [, first, second, last] = withoutTime.exec(text) ?? []
  if (last) return toDay(last, second!, first!)
  const [, one, other, ofYear] = withTime.exec(text) ?? []
  if (!ofYear) return undefined
  return order === 'day-first' ? toDay(ofYear, other!, one!) : toDay(ofYear, one!, other!)
}
