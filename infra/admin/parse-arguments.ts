import { parseArgs } from 'node:util'
import { TenantMode, roles } from '../../shared/account/contract.ts'
import { scopes } from '../../shared/scopes.ts'
import { recoveryDays } from '../../shared/table/retention.ts'
import { decidedOutcomes } from '../../shared/verification/contract/outcome.ts'
import { UsageError } from '../local/options.ts'
import type { AdminCommand, CommandOptions } from './admin-commands.ts'
import { type AdminTarget, deployedStages, stageTarget } from './target.ts'

/** Options of every admin command. */
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

export interface ParsedCommand {
  readonly given: CommandOptions
  readonly place: AdminTarget
  readonly isJson: boolean
  readonly isCsv: boolean
  readonly isSure: boolean
}

interface RawArguments {
  readonly words: readonly string[]
  /** By option, every given value; `true` for an option without one. */
  readonly values: ReadonlyMap<string, readonly (string | true)[]>
}

const flags = ['json', 'csv', 'yes', 'help'] as const
const isFlag = (name: string): boolean => (flags as readonly string[]).includes(name)

export const splitArguments = (args: readonly string[]): RawArguments => {
  // An unknown option takes its value with it.
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
  // Node takes whatever follows.
  if (value.startsWith('--')) return complain(`--${name}: expected a value, not ${value}`)
  try {
    return read(value)
  } catch (error) {
    return complain(`--${name}: ${(error as Error).message}`)
  }
}

/** `subject.phone` sets `{ subject: { phone } }`. */
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

/** Whether a command takes a global option: not all take `--yes` and `--csv`. */
export const isTaken = (name: string, { isDryRunByDefault, csv }: AdminCommand): boolean =>
  (name !== 'yes' || isDryRunByDefault === true) && (name !== 'csv' || csv !== undefined)

const unknownIn = (chore: AdminCommand, { values }: RawArguments): readonly string[] => {
  const { required = [], optional = [] } = chore
  const general = Object.keys(globalOptions).filter(name => isTaken(name, chore))
  const known: readonly string[] = [...required, ...optional, ...general]
  return [...values.keys()].filter(name => !known.includes(name))
}

/** @throws UsageError that names every problem, one a line */
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

interface Option {
  readonly value: string
  readonly about: string
  /** Field of the function's command: `subject.phone`. */
  readonly field: string
  /** @throws Error that says what was expected */
  read(text: string): unknown
}

const expected = (what: string) => new Error(`expected ${what}`)

const text = (text: string): string => {
  if (text === '') throw expected('something')
  return text
}

const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(number)) throw expected('an id: a whole number')
  return number
}

const each = (known: readonly string[], words: readonly string[]): readonly string[] => {
  const unknown = words.filter(word => !known.includes(word))
  if (unknown.length > 0) throw expected(`any of ${known.join(', ')}, not ${unknown.join(', ')}`)
  return words
}

const oneOf =
  (known: readonly string[]) =>
  (word: string): string => {
    if (!known.includes(word)) throw expected(`one of ${known.join(', ')}`)
    return word
  }

const time = (text: string): string => {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text)
  if (!isTime || Number.isNaN(Date.parse(text))) throw expected('a time in UTC, as 2026-11-22T01:30:00Z')
  return new Date(text).toISOString()
}

const wholeAmount = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw expected('a whole amount, as 500000')
  return Number(text)
}

const month = (text: string): string => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw expected('a month, as 2026-11')
  return text
}

const hour = (text: string): string => {
  if (!/^\d{4}-\d\d-\d\dT\d\d$/.test(text) || Number.isNaN(Date.parse(`${text}:00Z`)))
    throw expected('an hour in UTC, as 2026-11-22T09')
  return text
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw expected('JSON, as an earlier answer had it')
  }
}

/** One option has one meaning in all commands. */
export const options = {
  organisation: {
    value: 'ID',
    about: 'The organisation.',
    field: 'organisationId',
    read: wholeNumber,
  },
  mode: { value: 'test|live', about: 'The mode.', field: 'mode', read: oneOf(TenantMode.options) },
  name: { value: 'NAME', about: 'What it is called.', field: 'name', read: text },
  mail: { value: 'ADDRESS', about: 'A mail address.', field: 'alertAddress', read: text },
  client: { value: 'ID', about: 'The client.', field: 'clientId', read: text },
  scopes: {
    value: 'A,B',
    about: `What a client may do: ${scopes.join(', ')}.`,
    field: 'scopes',
    read: (list: string) => each(scopes, list.split(',')),
  },
  amount: {
    value: 'NGN',
    about: 'How much, in whole naira.',
    field: 'amount',
    read: wholeAmount,
  },
  month: { value: 'MONTH', about: 'The month in UTC: 2026-11.', field: 'month', read: month },
  person: { value: 'ID', about: "The person: the issuer's subject.", field: 'personId', read: text },
  group: { value: 'GROUP', about: 'What the person is.', field: 'group', read: oneOf(roles) },
  verification: {
    value: 'ID',
    about: 'The verification or look-up.',
    field: 'verificationId',
    read: wholeNumber,
  },
  outcome: {
    value: 'OUTCOME',
    about: `How it ends: ${Object.keys(decidedOutcomes).join(', ')}.`,
    field: 'outcome',
    read: oneOf(Object.keys(decidedOutcomes)),
  },
  comment: { value: 'TEXT', about: 'What the customer reads beside it.', field: 'adminComment', read: text },
  phone: { value: 'NUMBER', about: "The person's telephone.", field: 'subject.phone', read: text },
  'id-number': { value: 'NUMBER', about: "The person's id number.", field: 'subject.idNumber', read: text },
  after: { value: 'JSON', about: 'Where an earlier answer ended: its `next`.', field: 'after', read: json },
  endpoint: { value: 'ID', about: 'The webhook endpoint.', field: 'endpointId', read: wholeNumber },
  since: { value: 'TIME', about: 'From when on, in UTC.', field: 'since', read: time },
  until: { value: 'TIME', about: 'Until when; now unless given.', field: 'until', read: time },
  kid: {
    value: 'KID',
    about: 'The key, as `receipt-keys list` lists it.',
    field: 'kid',
    read: text,
  },
  queue: { value: 'NAME', about: 'The queue, as `deliveries failed` lists it.', field: 'queue', read: text },
  'from-hour': {
    value: 'HOUR',
    about: 'The first hour in UTC: 2026-11-22T09.',
    field: 'fromHour',
    read: hour,
  },
  'to-hour': {
    value: 'HOUR',
    about: 'The last hour; the first alone unless given.',
    field: 'toHour',
    read: hour,
  },
  file: { value: 'FILE', about: 'A trail as JSON.', field: 'file', read: text },
  out: { value: 'FILE', about: 'The archive to write, where nothing stands yet.', field: 'out', read: text },
  place: {
    value: 'N:DIGEST',
    about: 'What an earlier check ended with: that nothing up to there has changed or is missing since.',
    field: 'place',
    read: text,
  },
  to: {
    value: 'TIME',
    about: `To which point in time, in UTC: of the last ${recoveryDays} days.`,
    field: 'to',
    read: time,
  },
} as const satisfies Readonly<Record<string, Option>>

export type OptionName = keyof typeof options

export const tenant = ['organisation', 'mode'] as const
