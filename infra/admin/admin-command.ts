import * as z from 'zod/mini'
import type { Command } from '../../functions/admin/command.ts'
import { roles, TenantMode } from '../../shared/account/contract.ts'
import { Month } from '../../shared/ledger/contract.ts'
import { findLga, findState } from '../../shared/location/find-place.ts'
import { stageSecretNames } from '../../shared/aws/stage-secrets.ts'
import { scopes } from '../../shared/scopes.ts'
import { recoveryDays } from '../../shared/table/retention.ts'
import { DailyCapacity, TeamId } from '../../shared/team/contract.ts'
import { Hour } from '../../shared/trust/trail-log/contract.ts'
import { products } from '../../shared/verification/contract/product.ts'
import { decidedOutcomes } from '../../shared/verification/contract/outcome.ts'
import type { AdminTarget } from './target.ts'

export interface AdminCall {
  /** Values of the given options, by their fields. */
  readonly given: Readonly<Record<string, unknown>>
  readonly target: AdminTarget
  /** Remove, instead of a dry run. */
  readonly isSure: boolean
  log(line: string): void
}

export interface AdminCommand {
  /** Such as `clients create`. */
  readonly name: string
  readonly summary: string
  /** Shown by its own help. */
  readonly details?: string
  readonly required?: readonly OptionName[]
  readonly optional?: readonly OptionName[]
  /** What a working example has beside the required options. */
  readonly example?: string
  /** A dry run unless `--yes` is given. */
  readonly isDryRunByDefault?: true
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

type ReadOptions = (text: string) => unknown

/** @throws Error that says what was expected */
const read =
  (schema: z.ZodMiniType, expected: string): ReadOptions =>
  text => {
    const parsed = z.safeParse(schema, text)
    if (!parsed.success) throw new Error(`expected ${expected}`)
    return parsed.data
  }

const digits = (pattern: RegExp) =>
  z.pipe(z.pipe(z.string().check(z.regex(pattern)), z.transform(Number)), z.int())

const text = read(z.string().check(z.minLength(1)), 'something')
const id = read(digits(/^[1-9]\d*$/), 'an id: a whole number')
const owner = read(digits(/^(?:0|[1-9]\d*)$/), 'an id: a whole number')
const amount = read(digits(/^\d{1,15}$/), 'a whole amount, as 500000')
const capacity = read(z.pipe(digits(/^[1-9]\d{0,2}$/), DailyCapacity), 'a whole number from 1 to 100')
const month = read(Month, 'a month, as 2026-11')
const utcTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/))
  .check(z.refine(text => !Number.isNaN(Date.parse(text))))
const toIso = z.transform((text: string) => new Date(text).toISOString())
const time = read(z.pipe(utcTime, toIso), 'a time in UTC, as 2026-11-22T01:30:00Z')
const existingHour = z.clone(Hour).check(z.refine(hour => !Number.isNaN(Date.parse(`${hour}:00Z`))))
const hour = read(existingHour, 'an hour in UTC, as 2026-11-22T09')

const oneOf = (known: readonly string[]): ReadOptions => read(z.enum(known), `one of ${known.join(', ')}`)

const someScopes: ReadOptions = list => {
  const unknown = list.split(',').filter(word => !scopes.some(scope => scope === word))
  if (unknown.length > 0) throw new Error(`expected any of ${scopes.join(', ')}, not ${unknown.join(', ')}`)
  return list.split(',')
}

const someProducts: ReadOptions = list => {
  const unknown = list.split(',').filter(word => !products.some(product => product === word))
  if (unknown.length > 0) throw new Error(`expected any of ${products.join(', ')}, not ${unknown.join(', ')}`)
  return list.split(',')
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

const someAreas: ReadOptions = list => list.split(',').map(name => areaId(name.trim()))

const json: ReadOptions = text => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('expected JSON, as an earlier answer had it')
  }
}

/** @param field of the function's command: `subject.phone` @param example where a command requires the option */
const option = (field: string, value: string, about: string, read: ReadOptions, example = '') => ({
  field,
  value,
  about,
  read,
  example,
})

const outcomes = Object.keys(decidedOutcomes)
const scopesHelp = `What a client may do: ${scopes.join(', ')}.`
const anchorHelp = 'The end of an earlier check: nothing before it may have changed or gone since.'
const kid = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
const then = '2026-11-22T01:30:00Z'

/** One option has one meaning in all commands. */
export const options = {
  organisation: option('organisationId', 'ID', 'The organisation; 0 is the operator.', owner, '1'),
  mode: option('mode', 'test|live', 'The mode.', oneOf(TenantMode.options), 'live'),
  name: option('name', 'NAME', 'What it is called.', text, 'Acme'),
  mail: option('alertAddress', 'ADDRESS', 'An email address.', text),
  client: option('clientId', 'ID', 'The client.', text, 'live-1'),
  scopes: option('scopes', 'A,B', scopesHelp, someScopes, 'addresses,webhooks'),
  amount: option('amount', 'NGN', 'How much, in whole naira.', amount, '500000'),
  month: option('month', 'MONTH', 'The month in UTC: 2026-11.', month, '2026-11'),
  person: option('personId', 'ID', "The person: the issuer's subject.", text, 'agent-3'),
  group: option('group', 'GROUP', 'What the person is.', oneOf(roles), 'agent'),
  team: option(
    'teamId',
    'ID',
    'The team: a short word.',
    read(TeamId, 'a word of a-z, 0-9 and -'),
    'lagos-1',
  ),
  areas: option(
    'areas',
    'A,B',
    'States and LGAs: Kano,Lagos/Surulere.',
    someAreas,
    'Lagos/Surulere,Lagos/Mushin',
  ),
  agent: option('agentId', 'ID', "The agent: a person's or a client's id.", text, 'agent-3'),
  capacity: option('dailyCapacity', 'N', 'Visits in a day: 1 to 100.', capacity),
  products: option('products', 'A,B', `What they can do: ${products.join(', ')}.`, someProducts),
  verification: option('verificationId', 'ID', 'The verification or look-up.', id, '42'),
  outcome: option('outcome', 'OUTCOME', `How it ends: ${outcomes.join(', ')}.`, oneOf(outcomes), 'verified'),
  comment: option('adminComment', 'TEXT', 'What the customer reads beside it.', text),
  phone: option('subject.phone', 'NUMBER', "The person's phone number.", text),
  'id-number': option('subject.idNumber', 'NUMBER', "The person's id number.", text),
  after: option('after', 'JSON', 'Where an earlier answer ended: its `next`.', json),
  endpoint: option('endpointId', 'ID', 'The webhook endpoint.', id, '7'),
  since: option('since', 'TIME', 'From when on, in UTC.', time, then),
  until: option('until', 'TIME', 'Until when; now unless given.', time),
  kid: option('kid', 'KID', 'The key, as `receipt-keys list` lists it.', text, kid),
  secret: option('stageSecret', 'NAME', 'The stage’s secret.', oneOf(stageSecretNames), 'link-key'),
  queue: option('queue', 'NAME', 'The queue, as `deliveries failed` lists it.', text, 'deliveries'),
  'from-hour': option('fromHour', 'HOUR', 'The first hour in UTC: 2026-11-22T09.', hour),
  'to-hour': option('toHour', 'HOUR', 'The last hour; the first alone unless given.', hour),
  file: option('file', 'FILE', 'A trail as JSON.', text, 'trail.json'),
  out: option('out', 'FILE', 'The archive to write; it must not exist yet.', text, 'person.zip'),
  place: option('place', 'N:DIGEST', anchorHelp, text),
  to: option('to', 'TIME', `To which point in time, in UTC: of the last ${recoveryDays} days.`, time, then),
}

export type OptionName = keyof typeof options

export const tenant = ['organisation', 'mode'] as const
