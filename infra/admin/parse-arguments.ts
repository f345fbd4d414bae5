import { parseArgs } from 'node:util'
import { UsageError } from '../local/command-line.ts'
import type { AdminCommand, CommandOptions } from './admin-command.ts'
import { type OptionName, options } from './option.ts'
import { deployedStages, type AdminTarget, stageTarget } from './target.ts'

/** What every chore takes. */
export const globalOptions = {
  stage: {
    value: 'NAME',
    about: `The stage: ${deployedStages.join(', ')}. The laptop that runs, unless given.`,
  },
  region: { value: 'REGION', about: 'Where the stage is, unless AWS_REGION says so.' },
  port: { value: 'PORT', about: "The laptop's port, unless PORT says so; 3000." },
  csv: { about: 'Prints comma-separated values (RFC 4180).' },
  json: { about: "Prints exactly the service's answer." },
  yes: { about: 'Does what is otherwise only said: where something is removed.' },
  help: { about: 'Explains.' },
} as const

/** A command line, understood. */
export interface ParsedCommand {
  readonly given: CommandOptions
  readonly place: AdminTarget
  readonly isJson: boolean
  readonly isCsv: boolean
  readonly isSure: boolean
}

/** A command line, in pieces. */
interface RawArguments {
  readonly words: readonly string[]
  /** By option, every value that it was given; `true` for one without. */
  readonly values: ReadonlyMap<string, readonly (string | true)[]>
}

const flags = ['json', 'csv', 'yes', 'help'] as const
const isFlag = (name: string): boolean => (flags as readonly string[]).includes(name)

/** Takes a command line to pieces, whatever is in it: what is wrong is said all at once. */
export const splitArguments = (args: readonly string[]): RawArguments => {
  // What nobody knows takes its value with it, too.
  const unknown = args.flatMap(word => /^--(\w[\w-]*)$/.exec(word)?.[1] ?? [])
  const names = [...Object.keys(options), ...Object.keys(globalOptions), ...unknown]
  const kinds = names.map(name => [name, { type: isFlag(name) ? 'boolean' : 'string' }] as const)
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(kinds),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = tokens.filter(token => token.kind === 'option')
  const values = Map.groupBy(given, ({ name }) => name)
  const valuesOf = (name: string) => values.get(name)!.map(({ value }) => value ?? (true as const))
  return { words: positionals, values: new Map([...values.keys()].map(name => [name, valuesOf(name)])) }
}

/** Gathers what is wrong. */
type Complain = (problem: string) => undefined

const readValue = (
  name: string,
  { values }: RawArguments,
  read: (text: string) => unknown,
  complain: Complain,
): unknown => {
  const [value, ...others] = values.get(name) ?? []
  if (value === undefined) return undefined
  if (others.length > 0) return complain(`--${name}: given more than once`)
  if (value === true) return complain(`--${name}: expected a value`)
  // Node takes what follows, whatever it is.
  if (value.startsWith('--')) return complain(`--${name}: expected a value, not ${value}`)
  try {
    return read(value)
  } catch (error) {
    return complain(`--${name}: ${(error as Error).message}`)
  }
}

/** Puts a value where its option's field says. */
const put = (
  into: Record<string, unknown>,
  [first = '', second]: readonly string[],
  value: unknown,
): void => {
  into[first] = second === undefined ? value : { ...(into[first] as object | undefined), [second]: value }
}

const givenOf = (
  { required = [], optional = [] }: AdminCommand,
  pieces: RawArguments,
  complain: Complain,
): CommandOptions => {
  const given: Record<string, unknown> = {}
  for (const name of [...required, ...optional] as readonly OptionName[]) {
    const { field, read } = options[name]
    const value = readValue(name, pieces, read, complain)
    if (value !== undefined) put(given, field.split('.'), value)
    if (required.includes(name) && !pieces.values.has(name)) complain(`--${name}: it is needed`)
  }
  return given
}

const portOf = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new Error('expected a port')
  return Number(text)
}

const placeOf = (pieces: RawArguments, complain: Complain): AdminTarget => {
  const stage = readValue('stage', pieces, stageTarget, complain)
  const region = readValue('region', pieces, String, complain)
  const port = readValue('port', pieces, portOf, complain) ?? Number(process.env.PORT ?? 3000)
  return stage === undefined
    ? { stage, port: port as number }
    : { stage: stage as NonNullable<AdminTarget['stage']>, region: region as string | undefined }
}

/** Whether a chore takes what every chore takes: `--yes` and `--csv` where they say something. */
export const isTaken = (name: string, { isDryRunByDefault, csv }: AdminCommand): boolean =>
  (name !== 'yes' || isDryRunByDefault === true) && (name !== 'csv' || csv !== undefined)

const unknownIn = (chore: AdminCommand, { values }: RawArguments): readonly string[] => {
  const { required = [], optional = [] } = chore
  const general = Object.keys(globalOptions).filter(name => isTaken(name, chore))
  const known: readonly string[] = [...required, ...optional, ...general]
  return [...values.keys()].filter(name => !known.includes(name))
}

/** Understands what a chore is given. @throws UsageError that names everything that is wrong, a line each */
export const parseOptions = (chore: AdminCommand, pieces: RawArguments): ParsedCommand => {
  const problems: string[] = []
  const complain: Complain = problem => void problems.push(problem)
  const extra = pieces.words.slice(chore.name.split(' ').length)
  for (const word of extra) complain(`${word}: it says nothing here`)
  for (const name of unknownIn(chore, pieces)) complain(`--${name}: ${chore.name} knows no such option`)
  for (const name of flags)
    if (pieces.values.get(name)?.some(value => value !== true)) complain(`--${name}: it takes no value`)
  const given = givenOf(chore, pieces, complain)
  const place = placeOf(pieces, complain)
  const is = (flag: (typeof flags)[number]) => pieces.values.has(flag)
  if (is('json') && is('csv')) complain('--csv: not beside --json')
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return { given, place, isJson: is('json'), isCsv: is('csv'), isSure: is('yes') }
}
