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

/** What a shell is told: 0 done, 1 could not, 2 not understood. */
export const exitCodeOf = (error: unknown): number => (error instanceof UsageError ? 2 : 1)

/** Prints why a program ends, in one plain line, and ends it. */
export const failPlainly = (error: unknown, help: string): never => {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError) console.error(`${help} lists what is understood.`)
  process.exit(exitCodeOf(error))
}
