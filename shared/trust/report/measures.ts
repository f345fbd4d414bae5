const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** `22 November 2026`. @param at ISO 8601, of which only the day is read */
export const dayOf = (at: string): string => {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** `22 November 2026, 09:41 UTC`. @param at ISO 8601 in UTC */
export const momentOf = (at: string): string => `${dayOf(at)}, ${at.slice(11, 16)} UTC`

/** `NGN 4,500`. @param price in NGN, as the record has it */
export const moneyOf = (price: number): string => `NGN ${price.toLocaleString('en')}`
