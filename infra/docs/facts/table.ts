export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

export const inlineCode = (text: string): string => `\`${text}\``

export const joinList = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Days from 48 hours on: `24 hours` cannot be mistaken for a calendar day. */
const units: readonly { readonly from: number; readonly size: number; readonly word: string }[] = [
  { from: 172_800, size: 86_400, word: 'day' },
  { from: 3600, size: 3600, word: 'hour' },
  { from: 60, size: 60, word: 'minute' },
  { from: 0, size: 1, word: 'second' },
]

/** 7200 → `2 hours`. */
export const formatSeconds = (seconds: number): string => {
  const { size, word } = units.find(each => seconds >= each.from && seconds % each.size === 0)!
  const count = seconds / size
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}
