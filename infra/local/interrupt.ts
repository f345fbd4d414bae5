/** npm forwards the Ctrl-C that the terminal already sent: a second signal this soon is the same one. */
const sameMilliseconds = 500

/** Exits with 0 after `end`; a second request exits at once. */
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
