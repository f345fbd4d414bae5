import type * as z from 'zod/mini'
import type { Route } from './contract/route.ts'

/*
 * What the API reference says of schemas and routes. A `reference` file beside a contract says it once, and only the
 * generator of the documents imports it: no function carries these texts.
 */

interface ObjectSchema {
  readonly _zod: { readonly def: { readonly shape: Readonly<Record<string, z.core.$ZodType>> } }
}

/** What a field holds: without "optional" and "nullable", and of a list an item. */
type HeldBy<Schema> = Schema extends { readonly _zod: { readonly def: infer Def } }
  ? Def extends { readonly innerType: infer Inner }
    ? HeldBy<Inner>
    : Def extends { readonly element: infer Item }
      ? HeldBy<Item>
      : Def extends { readonly in: infer From; readonly out: infer To }
        ? From extends z.core.$ZodTransform
          ? HeldBy<To>
          : HeldBy<From>
        : Def extends { readonly options: readonly (infer Option)[] }
          ? HeldBy<Option>
          : Schema
  : never

type ObjectsIn<Schema> = Extract<HeldBy<Schema>, ObjectSchema>

type NameIn<Objects> = Objects extends ObjectSchema ? keyof Objects['_zod']['def']['shape'] & string : never

type FieldOf<Objects, Name extends string> = Objects extends ObjectSchema
  ? Name extends keyof Objects['_zod']['def']['shape']
    ? Objects['_zod']['def']['shape'][Name]
    : never
  : never

type ExampleOf<Field> = Field extends z.core.$ZodType
  ? Readonly<Exclude<z.core.input<Field> | z.core.output<Field>, undefined>>
  : never

type IsNullable<Field> = Field extends z.core.$ZodType
  ? null extends z.core.output<Field>
    ? true
    : never
  : never

/** When the field is null, where it may be. */
type WhenNull<Field> = [IsNullable<Field>] extends [never] ? readonly [] : readonly [whenNull: string]

/** Objects have their fields as an example; the fields stand here, or where their schema is described. */
export type FieldText<Field> = [ObjectsIn<Field>] extends [never]
  ? readonly [meaning: string, example: ExampleOf<Field>, ...WhenNull<Field>]
  :
      | readonly [meaning: string, ...WhenNull<Field>]
      | readonly [meaning: string, fields: TextsOf<Field>, ...WhenNull<Field>]

/** A text for each field of an object, and for nothing else. */
export type TextsOf<Schema> = {
  readonly [Name in NameIn<ObjectsIn<Schema>>]: FieldText<FieldOf<ObjectsIn<Schema>, Name>>
}

export type AnyFieldText = readonly [meaning: string, ...rest: readonly unknown[]]

/** An object schema, or a union of them, with its texts. */
export interface SchemaText {
  readonly schema: z.core.$ZodType
  readonly meaning: string
  readonly fields: Readonly<Record<string, AnyFieldText>>
}

export const describeSchema = <Schema extends z.core.$ZodType>(
  schema: Schema,
  meaning: string,
  fields: TextsOf<Schema>,
): SchemaText => ({ schema, meaning, fields: fields as unknown as SchemaText['fields'] })

type ParametersOf<One extends Route> = (One extends { readonly params: infer Params }
  ? TextsOf<Params>
  : unknown) &
  (One extends { readonly query: infer Query } ? TextsOf<Query> : unknown)

interface OperationWords {
  readonly does: string
  readonly costs: string
  readonly returns: string
  /** Names of the events that follow, as in `address.verification_completed`. */
  readonly events: readonly string[]
  /** Rules, tables and limits, in Markdown. */
  readonly details?: string
  /** What test mode does, in Markdown. */
  readonly sandbox?: string
}

export interface OperationText extends OperationWords {
  readonly parameters?: Readonly<Record<string, AnyFieldText>>
}

type TextOf<One extends Route> = One extends { readonly params: unknown } | { readonly query: unknown }
  ? OperationWords & { readonly parameters: ParametersOf<One> }
  : OperationWords

export const describeRoutes = <List extends Readonly<Record<string, Route>>>(
  _routes: List,
  texts: { readonly [Action in keyof List]: TextOf<List[Action]> },
): { readonly [Action in keyof List]: OperationText } =>
  texts as { readonly [Action in keyof List]: OperationText }

export const free = 'Nothing.'
