/** As wide as a terminal is at least, and a mail shows. */
const widest = 100
const gap = '  '

/** What customers wrote can steer no terminal, and breaks no line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�')

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(' ')
  return plain(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** The text in lines of at most so many characters, broken at spaces where there are some. */
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

/** The widths of columns that fit beside each other: the widest gives way. */
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

type Row = Readonly<Record<string, unknown>>

/** Rows under the names of their columns, within 100 characters; nothing is cut off. */
export const formatTable = (columns: readonly string[], rows: readonly Row[]): string =>
  rows.length === 0
    ? 'none'
    : render([columns, ...rows.map(row => columns.map(column => textOf(row[column])))])

/** The fields of one thing, a line each; of those within one of them, too. */
export const formatFields = (thing: Row): string => {
  const rows = Object.entries(thing).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, textOf(one)])
      : [[name, textOf(value)]],
  )
  return render(rows)
}
