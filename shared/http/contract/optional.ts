import * as z from 'zod/mini'

const isNotGiven = (value: unknown): boolean => value === '' || value === null

/** An optional field of a body: `""` and `null` mean "not given", as existing integrations send them. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (isNotGiven(value) ? undefined : value)),
      z.optional(schema),
    ),
  )

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
