/** npm passes on the Ctrl-C that the terminal has sent to all of them already: so soon it is the same one. */
const sameMilliseconds = 500

/** Ends the process after `end`, with 0, when it is asked to; asked again, at once. */
export const endOnSignal = (end: () => Promise<void>): void => {
  let askedAt: number | undefined
  const ask = (): void => {
    if (askedAt !== undefined && performance.now() - askedAt > sameMilliseconds) process.exit(130)
    if (askedAt !== undefined) return
    askedAt = performance.now()
    void end().finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
}
