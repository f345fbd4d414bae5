/** What a function logs while all is well: one line a request and more, and what it counts. Warnings, errors and plain text are not. */
export const isRequestLog = (line: string): boolean =>
  /^\S+ \{("timestamp":"[^"]*","level":"(TRACE|DEBUG|INFO)"|"_aws":)/.test(line)
