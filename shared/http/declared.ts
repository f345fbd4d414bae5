import * as z from 'zod/mini'

type AnySchema = z.core.$ZodType
type ValuePicker = (value: unknown) => unknown

/** In place of a value that is not what its schema says. */
const refused = Symbol('refused')

/** What a schema may also demand, and which never changes a value: tests judge it, not every answer. */
const unchecked = /^(datetime|date|email|regex|safeint|greater_than|less_than|min_length|max_length)$/

interface Demand {
  readonly check?: string
  readonly format?: string
}

/** Whether types alone say what becomes of a value. Anything else is zod's to judge. */
const isPlain = ({ _zod: { def } }: AnySchema): boolean => {
  const demands = [def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)] as readonly Demand[]
  const names = demands.map(({ check, format = check }) => format)
  const isLoose = 'catchall' in def || ('coerce' in def && def.coerce)
  return !isLoose && names.every(name => name === undefined || unchecked.test(name))
}

const pickFields = (shape: z.core.$ZodShape): ValuePicker => {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, compile(field), field._zod.optin === undefined] as const,
  )
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused
    const picked: Record<string, unknown> = {}
    for (const [name, pick, isRequired] of fields) {
      const inner = pick((value as Record<string, unknown>)[name])
      if (inner === refused || (inner === undefined && isRequired)) return refused
      if (inner !== undefined) picked[name] = inner
    }
    return picked
  }
}

const pickItems =
  (pick: ValuePicker): ValuePicker =>
  value => {
    const picked = Array.isArray(value) ? Array.from(value, pick) : [refused]
    return picked.includes(refused) ? refused : picked
  }

/** Zod takes the first option without a fault. Where types leave one option, it is this one; otherwise zod chooses. */
const pickOption = (options: readonly AnySchema[], choose: ValuePicker): ValuePicker => {
  const pickers = options.map(compile)
  return value => {
    const [first = refused, ...others] = pickers.map(pick => pick(value)).filter(each => each !== refused)
    return others.length > 0 ? choose(value) : first
  }
}

const compile = (schema: AnySchema): ValuePicker => {
  const { def, values, optin } = (schema as z.core.$ZodTypes)._zod
  const only =
    (holds: (value: unknown) => boolean): ValuePicker =>
    value =>
      holds(value) ? value : refused
  const byZod: ValuePicker = value => {
    const { success, data } = z.safeParse(schema, value)
    return success ? data : refused
  }
  if (!isPlain(schema)) return byZod
  switch (def.type) {
    case 'object':
      return pickFields(def.shape)
    case 'array':
      return pickItems(compile(def.element))
    case 'union':
      return pickOption(def.options, byZod)
    case 'string':
    case 'boolean':
      return only(value => typeof value === def.type)
    case 'number':
      return only('format' in def ? Number.isSafeInteger : Number.isFinite)
    case 'nullable': {
      const pick = compile(def.innerType)
      return value => (value === null ? value : pick(value))
    }
    case 'default': {
      const pick = compile(def.innerType)
      return value => (value === undefined ? def.defaultValue : pick(value))
    }
    case 'optional': {
      const pick = compile(def.innerType)
      return optin === 'defaulted' ? byZod : value => (value === undefined ? value : pick(value))
    }
    default:
      return values ? only(value => (values as ReadonlySet<unknown>).has(value)) : byZod
  }
}

const pickers = new WeakMap<AnySchema, ValuePicker>()

/**
 * A value without what its schema does not declare: as `z.parse` gives it, but that formats, lengths and ranges are not
 * looked at. Every declared field is there and has its type.
 * @throws ZodError
 */
export const pickDeclared = (schema: AnySchema, value: unknown): unknown => {
  const pick = pickers.get(schema) ?? compile(schema)
  pickers.set(schema, pick)
  const picked = pick(value)
  return picked === refused ? z.parse(schema, value) : picked
}
