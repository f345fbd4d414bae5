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
