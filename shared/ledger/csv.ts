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
export const formatCsv = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string =>
  [columns, ...rows.map(row => columns.map(column => row[column]))]
    .map(cells => cells.map(cellOf).join(','))
    .join('\r\n')
