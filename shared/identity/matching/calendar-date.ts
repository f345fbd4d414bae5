/** Undefined for a day that does not exist. */
export const calendarDate = (year: number, month: number, day: number): string | undefined => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days ? `${year}-${month}-${day}` : undefined
}
