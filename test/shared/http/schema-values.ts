import fc from 'fast-check'
import * as z from 'zod/mini'

/* Values of a schema, drawn from what it says; and the same with something wrong. */

const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map(date => date.toISOString())

interface Demand {
  readonly check: string
  readonly format?: string
  readonly pattern?: RegExp
  readonly value?: number
  readonly inclusive?: boolean
  readonly minimum?: number
  readonly maximum?: number
}

const demandsOf = ({ _zod: { def } }: z.core.$ZodType): readonly Demand[] =>
  (def.checks ?? []).map(({ _zod }) => _zod.def as Demand)

const drawText = (schema: z.core.$ZodType): fc.Arbitrary<string> => {
  const { format } = schema._zod.def as { format?: string }
  if (format === 'datetime') return instant
  if (format === 'date') return instant.map(text => text.slice(0, 10))
  if (format === 'email') return fc.constant('ngozi@example.com')
  // fast-check draws no characters by their properties.
  const pattern = demandsOf(schema).find(demand => demand.pattern?.unicode === false)?.pattern
  const drawn = pattern ? fc.stringMatching(pattern) : fc.string({ maxLength: 8 })
  return drawn.filter(text => z.safeParse(schema, text).success)
}

const drawNumber = (schema: z.core.$ZodType): fc.Arbitrary<number> => {
  const { format } = schema._zod.def as { format?: string }
  const demands = demandsOf(schema)
  const least = demands.find(({ check }) => check === 'greater_than')
  const most = demands.find(({ check }) => check === 'less_than')
  const min = (least?.value ?? -1000) + (least?.inclusive === false ? 1 : 0)
  const max = (most?.value ?? 10 ** 12) - (most?.inclusive === false ? 1 : 0)
  return format || least ? fc.integer({ min, max }) : fc.double({ noNaN: true, noDefaultInfinity: true })
}

const undeclared = fc.dictionary(
  fc.constantFrom('undeclared', 'secret', 'toString', 'id2'),
  fc.constantFrom<unknown>('SECRET', { SECRET: ['SECRET'] }),
  { maxKeys: 2 },
)

/** Some of it has fields that no schema declares. */
export const drawValue = (schema: z.core.$ZodType): fc.Arbitrary<unknown> => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(
        ([name, field]) => [name, drawValue(field), field._zod.optin === undefined] as const,
      )
      return fc
        .tuple(
          fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
            requiredKeys: fields.filter(([, , isRequired]) => isRequired).map(([name]) => name),
          }),
          undeclared,
        )
        .map(([declared, more]) => ({ ...more, ...declared }))
    }
    case 'array': {
      const demands = demandsOf(schema)
      const minLength = demands.find(({ check }) => check === 'min_length')?.minimum ?? 0
      return fc.array(drawValue(def.element), { minLength, maxLength: Math.max(2, minLength) })
    }
    case 'union':
      return fc.oneof(...def.options.map(drawValue))
    case 'string':
      return drawText(schema)
    case 'number':
      return drawNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'nullable':
      return fc.oneof(fc.constant(null), drawValue(def.innerType))
    case 'optional':
    case 'default':
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 3, arbitrary: drawValue(def.innerType) },
      )
    case 'record':
      return fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), drawValue(def.valueType))
    case 'unknown':
      return fc.jsonValue()
    case 'pipe':
      return drawValue(def.in._zod.def.type === 'transform' ? def.out : def.in)
    default:
      throw new Error(`No values are known of a schema of type ${def.type}`)
  }
}

/** A field that is undefined is none in JSON, and no fault there, though `exactOptional` has it be one. */
export const withoutUndefined = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutUndefined)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutUndefined(field)]))
}

type Path = readonly (string | number)[]

const pathsOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value)
  return [path, ...inner.flatMap(([name, item]) => pathsOf(item, [...path, name]))]
}

const without = Symbol('without')

const changed = (value: unknown, [name, ...rest]: Path, to: unknown): unknown => {
  if (name === undefined) return to === without ? undefined : to
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  if (rest.length === 0 && to === without) delete copy[name]
  else copy[name] = changed(copy[name], rest, to)
  return copy
}

/** A value with something in it left out, or replaced by a value of another kind. */
export const spoil = (drawn: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(drawn, fc.nat(), fc.constantFrom<unknown>(without, null, 'text', 7.5, true, [], {}, undefined))
    .map(([value, place, to]) => {
      const paths = pathsOf(value)
      return changed(value, paths[place % paths.length]!, to)
    })
