import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export interface StartOptions {
  readonly port: number
  readonly dataDirectory: string | undefined
  readonly watch: boolean
  readonly verbose: boolean
}

export const startHelp = `npm start -- [options]     the whole service on this machine
npm run dev -- [options]   the same; a function is swapped when its file is saved

  --data DIR   keep everything in this folder; without it all is in memory and gone at the end
  --verbose    show every line that the functions log, one a request and more
  --watch      swap a function when its file is saved
  --help       this

PORT=3001 npm start          another port than 3000
DYNAMODB_ENDPOINT=URL        a DynamoDB engine of yours, where none comes with the install

Ctrl-C lets what is under way finish; a second one ends at once.
Exit code: 0 ended when asked, 1 could not go on, 2 an option was not understood.`

const portOf = (text = '3000'): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new UsageError(`PORT=${text} is no port`)
  return Number(text)
}

export const readStartOptions = (): StartOptions | undefined => {
  const { help, data, watch, verbose } = readCommandLine({
    data: { type: 'string' },
    watch: { type: 'boolean' },
    verbose: { type: 'boolean' },
  })
  if (help) return undefined
  const isSet = { watch: watch ?? false, verbose: verbose ?? false }
  return { port: portOf(process.env.PORT), dataDirectory: data, ...isSet }
}

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Every program has `--help`. @throws UsageError in one line that names the option */
export const readCommandLine = <Options extends ParseArgsOptionsConfig>(
  options: Options,
  args: readonly string[] = process.argv.slice(2),
) => {
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } }).values
  } catch (error) {
    // Node adds advice about dashes.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0])
  }
}

/** Exits with 1 for a failure, with 2 for wrong usage. */
export const failPlainly = (error: unknown, help: string): never => {
  console.error(error instanceof Error ? error.message : String(error))
  if (!(error instanceof UsageError)) process.exit(1)
  console.error(`${help} lists what is understood.`)
  process.exit(2)
}
