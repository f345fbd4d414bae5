import * as z from 'zod/mini'
import { Command } from '../../functions/admin/command.ts'
import { fieldErrors } from '../../shared/http/parse-input.ts'
import { findLga, findState } from '../../shared/location/find-place.ts'
import { recoveryDays } from '../../shared/table/retention.ts'
import type { AdminTarget } from './target.ts'

export interface AdminCall {
  /** Values of the given options, by their fields. */
  readonly given: Readonly<Record<string, unknown>>
  readonly target: AdminTarget
  /** Remove, instead of a dry run. */
  readonly isSure: boolean
  /** Count, and change nothing. */
  readonly isDryRun: boolean
  log(line: string): void
}

/** Schemas of what a command takes, by field. */
type TakenFields = Readonly<Record<string, z.core.$ZodType>>

export interface AdminCommand {
  /** Such as `clients create`. */
  readonly name: string
  readonly summary: string
  /** Shown by its own help. */
  readonly details?: string
  /** What a command takes that runs here; what another takes is in the schema of the function's command. */
  readonly takes?: TakenFields
  /** What a working example has beside the required options. */
  readonly example?: string
  /** A dry run unless `--yes` is given. */
  readonly isDryRunByDefault?: true
  /** Changes nothing where `--dry-run` is given. */
  readonly hasDryRun?: true
  /** The administer function's command, or code that runs here. */
  readonly run: Command['command'] | ((call: AdminCall) => Promise<object>)
  /** Key of a list that is read page by page, as long as there is a `next`. */
  readonly pagedList?: string
  /** A command that the code here invokes, if no other admin command does. */
  readonly invokes?: Command['command']
  /** Shows the fields of the answer, unless given. */
  show?(answer: never): string
  csv?(answer: never): string
}

/** By name. */
export type CommandGroup = Readonly<Record<string, Omit<AdminCommand, 'name'>>>

/** What the function's command takes. */
export const fieldsOf = (name: Command['command']): TakenFields => {
  const { command: _, ...fields } = Command.def.options.find(
    ({ shape }) => shape.command.def.values[0] === name,
  )!.shape as TakenFields
  return fields
}

/** @throws Error that names the places which may be meant */
const areaId = (name: string): number => {
  const [stateName = '', ...lgaName] = name.split('/')
  const state = findState(stateName)
  const place = 'id' in state && lgaName.length > 0 ? findLga(state, lgaName.join('/')) : state
  if ('id' in place) return place.id
  const { suggestions, isTown } = place
  if (isTown)
    throw new Error(`${name} is a town or district, and not an LGA; it lies in ${suggestions.join(', ')}`)
  const meant = suggestions.join(' or ')
  throw new Error(
    `there is no ${name}; ${meant ? `did you mean ${meant}?` : 'expected Lagos, or Lagos/Surulere'}`,
  )
}

const areasIn = (list: string): readonly number[] => list.split(',').map(name => areaId(name.trim()))

const listIn = (text: string): readonly string[] => text.split(',')

/** Not a number unless it is written as one. */
const wholeNumberIn = (text: string): number => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN)

/** Of whoever writes neither seconds nor milliseconds. Empty unless it is a time in UTC. */
const timeIn = (text: string): string => {
  const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text)
  return isUtc && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : ''
}

/** Empty unless there is such an hour. */
const hourIn = (text: string): string => (Number.isNaN(Date.parse(`${text}:00Z`)) ? '' : text)

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface OptionText {
  /** Of the commands' schemas: `subject.phone`. */
  readonly field: string
  /** Stands for the value; the words of a short list stand for themselves. */
  readonly value: string
  readonly about: string
  /** What the schema wants, where its own words would not say it to whoever gives an option. */
  readonly expected?: string
  /** Of a required option. */
  readonly example?: string
  /** What the schema checks, of the text that was given. @throws Error that says what was expected */
  readonly read?: (text: string) => unknown
}

const anchorHelp = 'The end of an earlier check: nothing before it may have changed or gone since.'
const aTime = 'a time in UTC, as 2026-11-22T01:30:00Z'
const anHour = 'an hour in UTC, as 2026-11-22T09'
const anId = 'an id: a whole number'
const aPhone = 'a telephone number, as +2348031234567'

const time = { value: 'TIME', read: timeIn, expected: aTime, example: '2026-11-22T01:30:00Z' } as const
const hour = { value: 'HOUR', read: hourIn, expected: anHour } as const
const number = { value: 'ID', read: wholeNumberIn, expected: anId } as const
const phone = { value: 'NUMBER', expected: aPhone } as const
const file = { value: 'FILE' } as const

/** One option has one meaning in all commands. Whether it is needed, and what it may be, the schemas say. */
const texts = {
  organisation: {
    ...number,
    field: 'organisationId',
    about: 'The organisation; 0 is the operator.',
    example: '1',
  },
  mode: { field: 'mode', value: 'MODE', about: 'The mode.', example: 'live' },
  name: { field: 'name', value: 'NAME', about: 'What it is called.', example: 'Acme' },
  mail: { field: 'alertAddress', value: 'ADDRESS', about: 'An email address.', expected: 'an email address' },
  client: {
    field: 'clientId',
    value: 'ID',
    about: 'The client.',
    expected: 'a client’s id, as acme-live',
    example: 'live-1',
  },
  scopes: {
    field: 'scopes',
    value: 'A,B',
    about: 'What a client may do.',
    read: listIn,
    example: 'addresses,webhooks',
  },
  amount: {
    ...number,
    field: 'amount',
    value: 'NGN',
    about: 'How much, in whole naira.',
    expected: 'a whole amount, as 500000',
    example: '500000',
  },
  month: {
    field: 'month',
    value: 'MONTH',
    about: 'The month in UTC: 2026-11.',
    expected: 'a month, as 2026-11',
    example: '2026-11',
  },
  person: {
    field: 'personId',
    value: 'ID',
    about: "The person: the issuer's subject.",
    example: 'agent-3',
  },
  group: { field: 'group', value: 'GROUP', about: 'What the person is.', example: 'agent' },
  team: {
    field: 'teamId',
    value: 'ID',
    about: 'The team: a short word.',
    expected: 'a word of a-z, 0-9 and -',
    example: 'lagos-1',
  },
  areas: {
    field: 'areas',
    value: 'A,B',
    about: 'States and LGAs: Kano,Lagos/Surulere.',
    read: areasIn,
    expected: 'at most 60 states and LGAs',
    example: 'Lagos/Surulere,Lagos/Mushin',
  },
  agent: {
    field: 'agentId',
    value: 'ID',
    about: "The agent: a person's or a client's id.",
    example: 'agent-3',
  },
  capacity: {
    ...number,
    field: 'dailyCapacity',
    value: 'N',
    about: 'Visits in a day: 1 to 100.',
    expected: 'a whole number from 1 to 100',
  },
  products: { field: 'products', value: 'A,B', about: 'What they can do.', read: listIn },
  verification: { ...number, field: 'verificationId', about: 'The verification or look-up.', example: '42' },
  outcome: { field: 'outcome', value: 'OUTCOME', about: 'How it ends.', example: 'verified' },
  comment: {
    field: 'adminComment',
    value: 'TEXT',
    about: 'What the customer reads beside it.',
  },
  phone: { ...phone, field: 'subject.phone', about: "The person's phone number." },
  'id-number': {
    field: 'subject.idNumber',
    value: 'NUMBER',
    about: "The person's id number.",
    expected: 'an id number',
  },
  after: {
    field: 'after',
    value: 'JSON',
    about: 'Where an earlier answer ended: its `next`.',
    read: jsonIn,
    expected: 'JSON, as an earlier answer had it',
  },
  endpoint: { ...number, field: 'endpointId', about: 'The webhook endpoint.', example: '7' },
  since: { ...time, field: 'since', about: 'From when on, in UTC.' },
  until: { ...time, field: 'until', about: 'Until when; now unless given.' },
  kid: {
    field: 'kid',
    value: 'KID',
    about: 'The key, as `receipt-keys list` lists it.',
    expected: 'a key’s id, of 43 characters',
    example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  },
  secret: { field: 'stageSecret', value: 'NAME', about: 'The stage’s secret.', example: 'link-key' },
  queue: {
    field: 'queue',
    value: 'NAME',
    about: 'The queue, as `deliveries failed` lists it.',
    example: 'deliveries',
  },
  'from-hour': { ...hour, field: 'fromHour', about: 'The first hour in UTC: 2026-11-22T09.' },
  'to-hour': { ...hour, field: 'toHour', about: 'The last hour; the first alone unless given.' },
  file: { ...file, field: 'file', about: 'A trail as JSON.', example: 'trail.json' },
  out: {
    ...file,
    field: 'out',
    about: 'The archive to write; it must not exist yet.',
    example: 'person.zip',
  },
  place: { field: 'place', value: 'N:DIGEST', about: anchorHelp },
  to: { ...time, field: 'to', about: `To which point in time, in UTC: of the last ${recoveryDays} days.` },
} as const satisfies Readonly<Record<string, OptionText>>

export type OptionName = keyof typeof texts

export const optionTexts: Readonly<Record<OptionName, OptionText>> = texts

export interface CommandOption {
  readonly name: OptionName
  readonly field: string
  readonly value: string
  readonly about: string
  readonly example: string
  readonly isRequired: boolean
  /** @throws Error that says what was expected */
  readonly read: (text: string) => unknown
}

/** The schema behind what need not be given. */
const innerOf = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema

/** The words of which a value is one, or of which a list consists. */
const wordsOf = (schema: z.core.$ZodType): readonly string[] | undefined => {
  if (schema instanceof z.ZodMiniArray) return wordsOf(schema.def.element)
  return schema instanceof z.ZodMiniEnum ? schema.options.map(String) : undefined
}

const longestValue = 12

/** What the service would say of a text, as the rest of a line. */
const saidOf = ({ issues }: z.core.$ZodError, text: string): string =>
  fieldErrors(issues, text, '')[0]!.detail.replace(/^E/, 'e').replace(/\.$/, '')

const toOption = (name: OptionName, schema: z.core.$ZodType, isRequired: boolean): CommandOption => {
  const { field, value, about, example = '', expected, read = String } = optionTexts[name]
  const words = wordsOf(schema)
  const list = words?.join(', ')
  const isShort = words !== undefined && words.join('|').length <= longestValue
  return {
    name,
    field,
    value: isShort ? words.join('|') : value,
    about: words && !isShort ? `${about.slice(0, -1)}: ${list}.` : about,
    example,
    isRequired,
    read: text => {
      const parsed = z.safeParse(schema, read(text))
      if (parsed.success) return parsed.data
      if (!words) throw new Error(expected ? `expected ${expected}` : saidOf(parsed.error, text))
      if (!(schema instanceof z.ZodMiniArray)) throw new Error(`expected one of ${list}`)
      const unknown = listIn(text).filter(word => !words.includes(word))
      throw new Error(`expected any of ${list}, not ${unknown.join(', ')}`)
    },
  }
}

const names = Object.keys(texts) as OptionName[]

/** An option for each field that has one; a field of fields has theirs. */
const optionsIn = (fields: TakenFields, prefix = ''): readonly CommandOption[] =>
  Object.entries(fields).flatMap(([key, schema]) => {
    const inner = innerOf(schema)
    if (inner instanceof z.ZodMiniObject) return optionsIn(inner.shape as TakenFields, `${prefix}${key}.`)
    const name = names.find(each => optionTexts[each].field === `${prefix}${key}`)
    return name ? [toOption(name, inner, inner === schema)] : []
  })

/** The needed ones first. Where a list or an archive goes on, its reader knows by itself. */
export const optionsOf = ({ run, invokes, pagedList, takes }: AdminCommand): readonly CommandOption[] => {
  const asked = typeof run === 'string' ? run : invokes
  const { after, ...fields } = takes ?? (asked ? fieldsOf(asked) : {})
  const isGathered = pagedList !== undefined || typeof run !== 'string'
  const options = optionsIn(isGathered || after === undefined ? fields : { ...fields, after })
  return options.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
}
