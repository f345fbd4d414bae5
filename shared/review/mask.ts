/* What staff see of a person before they open what shows more: enough to tell cases apart. */

const shownCharacters = 3

/** The last characters. */
export const maskStart = (text: string): string =>
  text.length > shownCharacters ? `…${text.slice(-shownCharacters)}` : '…'

/** `A. O.` */
export const initialsOf = (...names: readonly string[]): string =>
  names.map(name => `${[...name.trim()][0] ?? ''}.`).join(' ')

/** `a…@example.com`; of a phone number the last digits. */
export const maskRecipient = (to: string): string => {
  const at = to.lastIndexOf('@')
  return at < 1 ? maskStart(to) : `${[...to][0]}…${to.slice(at)}`
}
