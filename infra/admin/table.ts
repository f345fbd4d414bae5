/** Minimum width of a terminal, and of an email. */
const widest = 100
const gap = '  '

/** Customers' text cannot control a terminal or break a line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�')

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(' ')
  return plain(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const linesOf = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  for (let rest = text; ; ) {
    if (rest.length <= width) return [...lines, rest]
    const space = rest.lastIndexOf(' ', width)
    const end = space > 0 ? space : width
    lines.push(rest.slice(0, end))
    rest = rest.slice(space > 0 ? end + 1 : end)
  }
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

const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, column) => cell.padEnd(widths[column]!))
    .join(gap)
    .trimEnd()

const rowLines = (cells: readonly string[], widths: readonly number[]): readonly string[] => {
  const wrapped = cells.map((cell, column) => linesOf(cell, widths[column]!))
  const height = Math.max(...wrapped.map(lines => lines.length))
  return [...Array(height).keys()].map(line =>
    lineOf(
      wrapped.map(lines => lines[line] ?? ''),
      widths,
    ),
  )
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
export const formatFields = (thing: TableRow): string => {
  const rows = Object.entries(thing).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, textOf(one)])
      : [[name, textOf(value)]],
  )
  return render(rows)
}

/** A value is one line, so that `next` can be copied. */
const valueLine = ([name, value]: readonly [string, unknown]): string => `${name}  ${JSON.stringify(value)}`

export const rows =
  (list: string, ...columns: readonly string[]) =>
  (answer: never): string => {
    const { [list]: found, ...rest } = answer as Readonly<Record<string, unknown>>
    const table = formatTable(columns, found as readonly TableRow[])
    return [table, ...Object.entries(rest).map(valueLine)].join('\n')
  }

export const fields = (answer: never): string => formatFields(answer)

/** What a spreadsheet would calculate, or break a line at: https://owasp.org/www-community/attacks/CSV_Injection */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)

/** A text that could be a formula is quoted with an apostrophe. */
const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = isFormula(String(value)) ? `'${String(value)}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180, without a final line break. */
export const formatCsv = (columns: readonly string[], rows: readonly TableRow[]): string =>
  [columns, ...rows.map(row => columns.map(column => row[column]))]
    .map(cells => cells.map(cellOf).join(','))
    .join('\r\n')
