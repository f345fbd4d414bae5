import * as z from 'zod/mini'
import type { RegisteredPerson } from './registered-person.ts'

/** How one registry is asked and understood: all that may differ between two of them. */
export interface RegistryAdapter<Row extends z.ZodMiniType = z.ZodMiniType> {
  /** Below the stage's base URL. */
  readonly path: string
  /** The body that asks for a number: in a URL, it would stand in other people's logs. */
  readonly request: (idNumber: string) => object
  /** Answer that says that somebody is registered. */
  readonly found: Row
  /** Answer that says that nobody is. A bare 404 is not one: a wrong base URL answers that too. */
  readonly notFound: z.ZodMiniType
  readonly person: (row: z.infer<Row>) => RegisteredPerson
}

/** Keeps the schema's type between `found` and `person`. */
export const adapter = <Row extends z.ZodMiniType>(of: RegistryAdapter<Row>): RegistryAdapter =>
  of as unknown as RegistryAdapter

/** Text that a registry may lack, as null or not at all. */
export const textOrNone = z.pipe(
  z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  z.transform((value: string | null | undefined) => value ?? ''),
)

/** A photo that a registry may lack. */
export const photoOrNone = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value: string | null | undefined) => value ?? ''),
)

/** A name that a record without is no record. */
export const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

/** A date as DD-MM-YYYY or YYYY-MM-DD, as DD-MM-YYYY; empty where the registry has none. */
export const date = z.pipe(
  z.optional(z.nullable(z.string().check(z.regex(/^(\d{2}-\d{2}-\d{4}|\d{4}-\d{2}-\d{2}|)$/)))),
  z.transform((value: string | null | undefined) =>
    (value ?? '').replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3-$2-$1'),
  ),
)
