/** Excel reads a file as UTF-8 only if it begins with it. */
const byteOrderMark = '\ufeff'

/**
 * Where a spreadsheet may see a cell begin that it would calculate, by the sign or its full-width form: at the start, or after
 * what separates cells in other countries or lines, as they do not honour quotes in the midst of a cell of theirs
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formulaStarts = /(^|[;\t\r\n])(?=[ "]*[=+\-@＝＋－＠\t\r])/g

/** Each text stands in quotes, whatever separates cells elsewhere. What could be a formula has an apostrophe before it. */
const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${String(value).replace(formulaStarts, "$1'").replaceAll('"', '""')}"`
}

/** RFC 4180 in UTF-8 with its mark, without a final line break. */
export const formatCsv = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string =>
  byteOrderMark +
  [columns, ...rows.map(row => columns.map(column => row[column]))]
    .map(cells => cells.map(cellOf).join(','))
    .join('\r\n')
