/** Minimum width of a terminal, and of an email. */
const widest = 100
const gap = '  '

/** Breaks a text at spaces, and a longer word where the line ends. */
export const wrap = (text: string, width: number): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, 'g')) ?? ['']

/** Customers' text cannot control a terminal or break a line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�')

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(' ')
  return plain(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Narrows the widest column until all fit. */
const fit = (widths: readonly number[]): readonly number[] => {
  const fitted = [...widths]
  const room = widest - gap.length * (widths.length - 1)
  while (fitted.reduce((sum, width) => sum + width, 0) > room) {
    const most = Math.max(...fitted)
    fitted[fitted.indexOf(most)] = most - 1
  }
  return fitted
}

const rowLines = (cells: readonly string[], widths: readonly number[]): readonly string[] => {
  const wrapped = cells.map((cell, column) => wrap(cell, widths[column]!))
  const lines = Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, line) =>
    wrapped.map((own, column) => (own[line] ?? '').padEnd(widths[column]!)),
  )
  return lines.map(line => line.join(gap).trimEnd())
}

const render = (rows: readonly (readonly string[])[]): string => {
  const columns = [...(rows[0] ?? []).keys()]
  const widths = fit(columns.map(column => Math.max(...rows.map(row => row[column]!.length))))
  return rows.flatMap(row => rowLines(row, widths)).join('\n')
}

type TableRow = Readonly<Record<string, unknown>>

/** Within 100 characters; nothing is cut off. */
export const formatTable = (columns: readonly string[], rows: readonly TableRow[]): string =>
  rows.length === 0
    ? 'none'
    : render([columns, ...rows.map(row => columns.map(column => textOf(row[column])))])

/** One field a line, including the fields of nested objects. */
export const formatFields = (thing: object): string =>
  render(
    Object.entries(thing).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, textOf(one)])
        : [[name, textOf(value)]],
    ),
  )

/** A list as a table; any other value is one line, so that `next` can be copied. */
export const rows =
  (list: string, ...columns: readonly string[]) =>
  (answer: object): string => {
    const { [list]: found, ...rest } = answer as TableRow
    const others = Object.entries(rest).map(([name, value]) => `${name}  ${JSON.stringify(value)}`)
    return [formatTable(columns, found as readonly TableRow[]), ...others].join('\n')
  }
