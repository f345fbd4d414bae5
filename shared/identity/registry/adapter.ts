import * as z from 'zod/mini'
import { type DateNotation, readRegistryDate } from './date.ts'
import { type RegisteredPerson, unknownPerson } from './port.ts'

type NamesOf<Whole> = {
  readonly [Part in keyof Whole]?: Whole[Part] extends string ? string : NamesOf<Whole[Part]>
}

type ResponseFields = Readonly<Record<string, string | boolean | null>>

/** All that may differ between two registries. */
export interface RegistryAdapter {
  /** Below the stage's base URL. */
  readonly path: string
  /** A field of the body: a number in a URL would appear in logs. */
  readonly question: string
  readonly found: ResponseFields
  /** A bare 404 does not count: a wrong base URL answers that, too. */
  readonly notFound: ResponseFields
  readonly record: string
  readonly dates: DateNotation
  readonly fields: NamesOf<RegisteredPerson> & Readonly<Record<'idNumber' | 'firstname' | 'lastname', string>>
}

const orNone = (text: z.ZodMiniString) =>
  z.pipe(
    z.optional(z.nullable(text)),
    z.transform((value: string | null | undefined) => value ?? ''),
  )

/** Of what a verdict or an answer can do without, what is no text is empty: it never makes a record unreadable. */
const secondary = (read: (text: string) => string | undefined) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value: unknown) => {
      const text = typeof value === 'number' ? `${value}` : value
      return typeof text === 'string' ? (read(text) ?? '') : ''
    }),
  )

const longestText = 2000

const textOrNone = secondary(text => (text.length > longestText ? undefined : text))

/** A person with one name has null or an empty other name; a record without the field is unreadable. */
const name = z.pipe(
  z.nullable(z.string().check(z.trim(), z.maxLength(200))),
  z.transform((value: string | null) => value ?? ''),
)

const specialOf = (dates: DateNotation): Readonly<Record<string, z.ZodMiniType<string>>> => {
  const day = secondary(text => readRegistryDate(text, dates))
  return {
    idNumber: z.string(),
    firstname: name,
    lastname: name,
    // Compared with what is claimed: where it is there and cannot be read, nobody is charged for the record.
    birthdate: orNone(
      z.string().check(
        z.refine(text => readRegistryDate(text, dates) !== undefined),
        z.overwrite(text => readRegistryDate(text, dates) ?? ''),
      ),
    ),
    issuedDate: day,
    expiryDate: day,
    photo: secondary(text => text),
  }
}

interface Names {
  readonly [field: string]: string | Names
}

const schemaOf = (names: Names, kinds: ReturnType<typeof specialOf>): Record<string, z.ZodMiniType<string>> =>
  Object.assign(
    {},
    ...Object.entries(names).map(([field, theirs]) =>
      typeof theirs === 'string' ? { [theirs]: kinds[field] ?? textOrNone } : schemaOf(theirs, {}),
    ),
  )

const partOf = (names: Names, row: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(names).map(([field, theirs]) => [
      field,
      typeof theirs === 'string' ? row[theirs] : partOf(theirs, row),
    ]),
  )

const says = (answer: Readonly<Record<string, unknown>>, words: ResponseFields): boolean =>
  Object.entries(words).every(([field, value]) => answer[field] === value)

const withAddress = (person: RegisteredPerson): RegisteredPerson => {
  const { address, residence } = person
  return { ...person, address: address || Object.values(residence).filter(Boolean).join(', ') }
}

export type ParsedRecord = RegisteredPerson | 'nobody' | undefined

export const createResponseReader = ({ found, notFound, record, dates, fields }: RegistryAdapter) => {
  const Row = z.object(schemaOf(fields as Names, specialOf(dates)))
  return (answer: unknown): ParsedRecord => {
    if (typeof answer !== 'object' || answer === null) return undefined
    const said = answer as Record<string, unknown>
    if (says(said, notFound)) return 'nobody'
    const row = z.safeParse(Row, said[record])
    if (!says(said, found) || !row.success) return undefined
    const person = { ...unknownPerson, ...partOf(fields as Names, row.data) }
    return person.firstname || person.lastname ? withAddress(person) : undefined
  }
}
