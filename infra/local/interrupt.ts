/** npm passes on the Ctrl-C that the terminal has sent to all of them already: so soon it is the same one. */
const sameMilliseconds = 500

/** Ends the process after `end` when it is asked to, with 0 if that went well; asked again, at once. */
export const endOnSignal = (end: () => Promise<void>): void => {
  let askedAt: number | undefined
  const ask = (): void => {
    if (askedAt !== undefined && performance.now() - askedAt > sameMilliseconds) process.exit(130)
    if (askedAt !== undefined) return
    askedAt = performance.now()
    end().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
}
