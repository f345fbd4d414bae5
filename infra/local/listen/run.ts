import { endOnSignal } from '../interrupt.ts'
import { failPlainly } from '../options.ts'
import { listen } from './listen.ts'
import { type ListenOptions, listenHelp, readListenOptions } from './options.ts'

const forwardEvents = async (options: ListenOptions): Promise<void> => {
  const { timeoutSeconds } = options
  const stopping = new AbortController()
  const over = listen(options, stopping.signal)
  endOnSignal(async () => {
    stopping.abort()
    await over.catch(() => {})
  })
  const giveUp = (): void => stopping.abort(new Error(`Gave up after ${timeoutSeconds} s`))
  if (timeoutSeconds !== undefined) setTimeout(giveUp, timeoutSeconds * 1000).unref()
  await over.catch(error => {
    // An aborted wait has a message of its own.
    throw stopping.signal.aborted ? stopping.signal.reason : error
  })
}

const wasAskedToEnd = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Ends the process. @param command what was typed to start it, for the help */
export const runListen = async (command: string, args: readonly string[]): Promise<void> => {
  try {
    const options = readListenOptions(args)
    if (options === undefined) console.log(listenHelp(command))
    else await forwardEvents(options)
    process.exit(0)
  } catch (error) {
    if (!wasAskedToEnd(error)) failPlainly(error, `${command} --help`)
  }
}
