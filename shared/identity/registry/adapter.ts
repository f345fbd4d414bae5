import * as z from 'zod/mini'
import { type RegisteredPerson, unknownPerson } from './registered-person.ts'

type NamesOf<Whole> = {
  readonly [Part in keyof Whole]?: Whole[Part] extends string ? string : NamesOf<Whole[Part]>
}

type Words = Readonly<Record<string, string | boolean | null>>

/** How one registry is asked and understood: all that may differ between two of them. */
export interface RegistryAdapter {
  /** Below the stage's base URL. */
  readonly path: string
  /** The field of the body that asks for a number: in a URL, it would stand in other people's logs. */
  readonly question: string
  /** What an answer says besides its record when somebody is registered. */
  readonly found: Words
  /** What it says when nobody is. A bare 404 is not one: a wrong base URL answers that too. */
  readonly notFound: Words
  /** The field of the answer that holds the record. */
  readonly record: string
  /** What the record calls each field of a person. */
  readonly fields: NamesOf<RegisteredPerson> & Readonly<Record<'idNumber' | 'firstname' | 'lastname', string>>
}

const orNone = (text: z.ZodMiniString) =>
  z.pipe(
    z.optional(z.nullable(text)),
    z.transform((value: string | null | undefined) => value ?? ''),
  )

/** Text that a registry may lack, as null or not at all. */
const textOrNone = orNone(z.string().check(z.maxLength(2000)))

/** A date as DD-MM-YYYY or YYYY-MM-DD, as DD-MM-YYYY; empty where the registry has none. */
const date = z.pipe(
  orNone(z.string().check(z.regex(/^(\d{2}-\d{2}-\d{4}|\d{4}-\d{2}-\d{2}|)$/))),
  z.transform((value: string) => value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3-$2-$1')),
)

/** First or last name. Who has but one name has null or nothing in the other's place; a record without the place is no record. */
const name = z.pipe(
  z.nullable(z.string().check(z.trim(), z.maxLength(200))),
  z.transform((value: string | null) => value ?? ''),
)

/** The fields of a person that are more than text that may be lacking. */
const special: Readonly<Record<string, z.ZodMiniType<string>>> = {
  idNumber: z.string(),
  firstname: name,
  lastname: name,
  birthdate: date,
  issuedDate: date,
  expiryDate: date,
  photo: orNone(z.string()),
}

interface Names {
  readonly [field: string]: string | Names
}

const schemaOf = (names: Names, kinds: typeof special): Record<string, z.ZodMiniType<string>> =>
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

const says = (answer: Readonly<Record<string, unknown>>, words: Words): boolean =>
  Object.entries(words).every(([field, value]) => answer[field] === value)

const withAddress = (person: RegisteredPerson): RegisteredPerson => {
  const { address, residence } = person
  return { ...person, address: address || Object.values(residence).filter(Boolean).join(', ') }
}

/** What an answer of the registry says: a person, that there is nobody, or nothing that can be understood. */
export type ParsedRecord = RegisteredPerson | 'nobody' | undefined

/** Makes the reader of a registry's answers. */
export const createResponseReader = ({ found, notFound, record, fields }: RegistryAdapter) => {
  const Row = z.object(schemaOf(fields as Names, special))
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
