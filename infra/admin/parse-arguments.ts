import { parseArgs } from 'node:util'
import { UsageError } from '../local/options.ts'
import { type AdminCall, type AdminCommand, optionsOf, optionTexts } from './admin-command.ts'
import { deployedStages, stageTarget } from './target.ts'

/** Options of every admin command. */
export const globalOptions = {
  stage: {
    value: 'NAME',
    about: `The stage: ${deployedStages.join(', ')}. The running local environment, unless given.`,
  },
  region: { value: 'REGION', about: 'Where the stage is, unless AWS_REGION says so.' },
  port: { value: 'PORT', about: "The local environment's port, unless PORT says so; 3000." },
  csv: { about: 'Prints comma-separated values (RFC 4180).' },
  json: { about: "Prints exactly the service's answer." },
  yes: { about: 'Removes, instead of a dry run that shows what would be removed.' },
  'dry-run': { about: 'Counts what would be changed, and changes nothing.' },
  version: { about: 'Prints which release this is.' },
  help: { about: 'Explains.' },
} as const

export interface ParsedCommand extends Omit<AdminCall, 'log'> {
  readonly isJson: boolean
  readonly isCsv: boolean
}

interface RawArguments {
  readonly words: readonly string[]
  /** By option, every given value; `true` for an option without one. */
  readonly values: ReadonlyMap<string, readonly (string | boolean)[]>
}

const flags: readonly string[] = ['json', 'csv', 'yes', 'dry-run', 'version', 'help']

export const splitArguments = (args: readonly string[]): RawArguments => {
  // An unknown option takes its value with it.
  const unknown = args.flatMap(word => /^--(\w[\w-]*)$/.exec(word)?.[1] ?? [])
  const names = [...Object.keys(optionTexts), ...Object.keys(globalOptions), ...unknown]
  const types = names.map(name => {
    const type = flags.includes(name) ? ('boolean' as const) : ('string' as const)
    return [name, { type, multiple: true }] as const
  })
  const understood = { strict: false, allowPositionals: true, options: Object.fromEntries(types) } as const
  const { values, positionals } = parseArgs({ ...understood, args: [...args] })
  return {
    words: positionals,
    values: new Map(Object.entries(values).map(([name, given]) => [name, [given ?? true].flat()])),
  }
}

/** @throws Error that says what is wrong */
const readValue = <Value>(
  [value, ...others]: readonly (string | boolean)[],
  read: (text: string) => Value,
): Value => {
  if (others.length > 0) throw new Error('given more than once')
  if (typeof value !== 'string') throw new Error('expected a value')
  // Node takes whatever follows.
  if (value.startsWith('--')) throw new Error(`expected a value, not ${value}`)
  return read(value)
}

const parsePort = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new Error('expected a port')
  return Number(text)
}

/** Whether a command takes a global option: not all take `--yes`, `--dry-run` and `--csv`, and `--version` stands alone. */
export const isTaken = (name: string, { isDryRunByDefault, hasDryRun, csv }: AdminCommand): boolean =>
  (name !== 'yes' || isDryRunByDefault === true) &&
  (name !== 'dry-run' || hasDryRun === true) &&
  (name !== 'csv' || csv !== undefined) &&
  name !== 'version'

/** `subject.phone` sets `{ subject: { phone } }`. */
const setField = (into: Record<string, unknown>, field: string, value: unknown): void => {
  const [first = '', second] = field.split('.')
  into[first] = second === undefined ? value : { ...(into[first] as object | undefined), [second]: value }
}

/** @throws UsageError that names every problem, one a line */
export const parseOptions = (command: AdminCommand, { words, values }: RawArguments): ParsedCommand => {
  const { name: commandName } = command
  const problems = words.slice(commandName.split(' ').length).map(word => `${word}: it says nothing here`)
  const read = <Value>(name: string, parse: (text: string) => Value): Value | undefined => {
    try {
      return values.has(name) ? readValue(values.get(name)!, parse) : undefined
    } catch (error) {
      problems.push(`--${name}: ${(error as Error).message}`)
      return undefined
    }
  }
  const own = optionsOf(command)
  const known: string[] = [
    ...own.map(({ name }) => name),
    ...Object.keys(globalOptions).filter(name => isTaken(name, command)),
  ]
  for (const name of values.keys())
    if (!known.includes(name)) problems.push(`--${name}: ${commandName} knows no such option`)
  for (const name of flags)
    if (values.get(name)?.some(value => value !== true)) problems.push(`--${name}: it takes no value`)
  const given: Record<string, unknown> = {}
  for (const { name, field, isRequired, read: parse } of own) {
    const value = read(name, parse)
    if (value !== undefined) setField(given, field, value)
    if (isRequired && !values.has(name)) problems.push(`--${name}: it is needed`)
  }
  const [stage, region] = [read('stage', stageTarget), read('region', String)]
  const port = read('port', parsePort) ?? Number(process.env.PORT ?? 3000)
  const [isJson, isCsv] = [values.has('json'), values.has('csv')]
  if (isJson && isCsv) problems.push('--csv: not beside --json')
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  const [isSure, isDryRun] = [values.has('yes'), values.has('dry-run')]
  return { given, target: { stage, region, port }, isSure, isDryRun, isJson, isCsv }
}
