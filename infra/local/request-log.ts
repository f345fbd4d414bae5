/** What a function logs while all is well: one line a request and more. Warnings, errors and plain text are not. */
export const isRequestLog = (line: string): boolean =>
  /^\S+ \{"timestamp":"[^"]*","level":"(TRACE|DEBUG|INFO)"/.test(line)
