const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** `22 November 2026`. @param at ISO 8601, of which only the day is read */
export const formatDate = (at: string): string => {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** `22 November 2026, 09:41 UTC`. @param at ISO 8601 in UTC */
export const formatUtcTime = (at: string): string => `${formatDate(at)}, ${at.slice(11, 16)} UTC`

/** `NGN 4,500`. @param price in NGN, as the record has it */
export const formatMoney = (price: number): string => `NGN ${price.toLocaleString('en')}`
