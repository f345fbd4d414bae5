import { Mode, roles } from '../../shared/account/contract.ts'
import { scopes } from '../../shared/scopes.ts'
import { recoveryDays } from '../../shared/table/retention.ts'
import { decidedOutcomes } from '../../shared/verification/outcome.ts'

/** Something that a chore can be told after `--`. */
export interface Option {
  /** What stands for its value in help. */
  readonly value: string
  readonly about: string
  /** Where the value stands in the function's command: `subject.phone`. */
  readonly field: string
  /** The value of the words. @throws Error that says what was expected */
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

/** Each of several words. */
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

/** Every option of every chore, by its name: one word, one meaning. */
export const options = {
  organisation: {
    value: 'ID',
    about: 'The organisation.',
    field: 'organisationId',
    read: wholeNumber,
  },
  mode: { value: 'test|live', about: 'The mode.', field: 'mode', read: oneOf(Mode.options) },
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

/** Whose something is. */
export const tenant = ['organisation', 'mode'] as const
