import { readCommandLine, UsageError } from './command-line.ts'

export interface StartOptions {
  readonly port: number
  readonly dataDirectory: string | undefined
  /** Functions are swapped as their files are saved. */
  readonly watch: boolean
  /** Every line that a function prints is shown. */
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

/** What `npm start` was asked for; undefined for `--help`. @throws UsageError */
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
