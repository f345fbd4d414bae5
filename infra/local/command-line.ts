import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** What a program of ours was asked in words that it does not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * The options that the program was started with. Every program has `--help`.
 * @throws UsageError in one line, naming the option
 */
export const readCommandLine = <Options extends ParseArgsOptionsConfig>(
  options: Options,
  args: readonly string[] = process.argv.slice(2),
) => {
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } }).values
  } catch (error) {
    // Node goes on with advice about dashes.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0])
  }
}

/** Prints why a program ends, in one plain line, and ends it: with 1 if it could not, with 2 if it was not understood. */
export const failPlainly = (error: unknown, help: string): never => {
  console.error(error instanceof Error ? error.message : String(error))
  if (!(error instanceof UsageError)) process.exit(1)
  console.error(`${help} lists what is understood.`)
  process.exit(2)
}
