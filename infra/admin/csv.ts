type Row = Readonly<Record<string, unknown>>

/** What a spreadsheet would calculate, or break a line at: https://owasp.org/www-community/attacks/CSV_Injection */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)

/** A number stays one; a text that could be a formula is text behind an apostrophe. */
const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = isFormula(String(value)) ? `'${String(value)}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows under the names of their columns, as RFC 4180 has them; its last line ends where the output does. */
export const formatCsv = (columns: readonly string[], rows: readonly Row[]): string =>
  [columns, ...rows.map(row => columns.map(column => row[column]))]
    .map(cells => cells.map(cellOf).join(','))
    .join('\r\n')
