/** rate(), cron() and at() expressions. https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html */

export type Schedule =
  | { kind: 'rate'; milliseconds: number }
  | { kind: 'cron'; isDue: (time: Date) => boolean }

const unitMilliseconds: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** Undefined if the expression is not understood. Cron fields are read in the given time zone, UTC by default. */
export const readSchedule = (expression: string, timeZone = 'UTC'): Schedule | undefined => {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression)
  if (rate !== null)
    return { kind: 'rate', milliseconds: Number(rate[1]) * (unitMilliseconds[rate[2] ?? ''] ?? 0) }
  const at = /^at\((\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d)?\)$/.exec(expression)
  const cron = at === null ? /^cron\((.+)\)$/.exec(expression)?.[1]?.split(/\s+/) : atFields(at)
  if (cron?.length !== 6) return undefined
  return { kind: 'cron', isDue: time => isDue(cron, time, timeZone) }
}

const atFields = ([, year = '', month = '', day = '', hour = '', minute = '']: string[]): string[] => [
  minute,
  hour,
  day,
  month,
  '?',
  year,
]

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const isDue = (fields: string[], time: Date, timeZone: string): boolean => {
  const local = new Date(time.toLocaleString('en-US', { timeZone }))
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] = fields
  const lastDay = new Date(local.getFullYear(), local.getMonth() + 1, 0).getDate()
  return (
    matches(minute, local.getMinutes(), 0) &&
    matches(hour, local.getHours(), 0) &&
    matches(day === 'L' ? String(lastDay) : day, local.getDate(), 1) &&
    matches(named(month, monthNames, 1), local.getMonth() + 1, 1) &&
    matches(named(weekday, dayNames, 1), local.getDay() + 1, 1) &&
    matches(year, local.getFullYear(), 1970)
  )
}

const named = (field: string, names: string[], first: number): string =>
  field.toUpperCase().replace(/[A-Z]{3}/g, name => String(names.indexOf(name) + first))

const matches = (field: string, value: number, first: number): boolean =>
  field.split(',').some(part => {
    const [range = '', step = ''] = part.split('/')
    const [from = '', to] = range.split('-')
    if (from === '*' || from === '?') return step === '' || (value - first) % Number(step) === 0
    const last = to ?? (step === '' ? from : String(Number.MAX_SAFE_INTEGER))
    return value >= Number(from) && value <= Number(last) && (value - Number(from)) % Number(step || 1) === 0
  })
