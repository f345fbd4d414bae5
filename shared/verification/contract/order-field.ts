import type * as z from 'zod/mini'

/** An answer's schema for a field; `mapped`: an answer shows it in a form or place of its own; `hidden`: none does. */
type ShownTo = z.ZodMiniType | 'mapped' | 'hidden'

interface FieldAudiences<As> {
  /** In the customer's record and in events, with its mask: interface §2.4 has one schema for both. */
  readonly customer: As
  /** In an assignment: to its agent, and to its reviewer. */
  readonly agent: As
  /** In the review of an assignment, which agents do not see. */
  readonly reviewer: As
}

interface StoredField extends FieldAudiences<ShownTo> {
  readonly stored: 'plain' | 'encrypted'
}

interface MappedField extends FieldAudiences<'mapped' | 'hidden'> {
  /** `mapped`: the product derives other attributes from it; `dropped`: it is not stored. */
  readonly stored: 'mapped' | 'dropped'
}

export type OrderField = (StoredField | MappedField) & {
  readonly schema: z.ZodMiniType
}

export type OrderFields = Readonly<Record<string, OrderField>>

/** Shown to nobody but those whom an entry names. */
export const hidden = { customer: 'hidden', agent: 'hidden', reviewer: 'hidden' } as const
export const encrypted = { ...hidden, stored: 'encrypted' } as const

type FieldAudience = 'schema' | 'customer' | 'agent' | 'reviewer'

export type FieldShape<Fields extends OrderFields, To extends FieldAudience> = {
  readonly [Name in keyof Fields as Fields[Name][To] extends z.ZodMiniType ? Name : never]: Fields[Name][To]
}

/** A shape of the fields that an order has or that somebody is shown. @param first those that come before the others */
export const shapeFor = <Fields extends OrderFields, To extends FieldAudience>(
  fields: Fields,
  to: To,
  first: readonly (keyof FieldShape<Fields, To> & string)[] = [],
) =>
  Object.fromEntries(
    [...new Set<string>([...first, ...Object.keys(fields)])]
      .map(name => [name, fields[name]![to]] as const)
      .filter(([, shown]) => typeof shown !== 'string'),
  ) as FieldShape<Fields, To>

type StoredShape<Fields extends OrderFields> = {
  readonly [Name in keyof Fields as Fields[Name]['stored'] extends 'plain' | 'encrypted'
    ? Name
    : never]: Fields[Name]['schema']
}

export type StoredFields<Fields extends OrderFields> = Readonly<
  z.infer<z.ZodMiniObject<StoredShape<Fields>, z.core.$strip>>
>
