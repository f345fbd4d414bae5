import * as z from 'zod/mini'

/** What is given in an optional field, for rules that see the body as it was sent. */
export const providedValue = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

/** An optional field of a body: `""` and `null` mean "not given", as existing integrations send them. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(z.pipe(z.transform(providedValue), z.optional(schema)))

/**
 * An optional field for which null alone means "not given": a text that may be empty, or a list, which no integration
 * sends as text, and for which no generator of Java clients could say that it might be.
 */
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value: z.infer<Schema> | null): z.infer<Schema> | undefined => value ?? undefined),
    ),
  )
