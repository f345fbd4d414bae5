import { isDeepStrictEqual } from 'node:util'
import type { Fields, Item } from '../../shared/table/port.ts'

/** Whether a condition expression holds for an item; `#name` is the attribute itself. */
export type Evaluate = (item: Item, values: Fields) => boolean
type Operand = (item: Item, values: Fields) => unknown

const token =
  /\s*(attribute_exists|attribute_not_exists|AND\b|OR\b|NOT\b|IN\b|BETWEEN\b|#\w+(?:\[\d+\]|\.#\w+)*|:\w+|<=|>=|<>|[=<>(),])/y

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = []
  token.lastIndex = 0
  for (let end = 0; end < text.trimEnd().length; end = token.lastIndex) {
    const found = token.exec(text)
    if (!found) throw new SyntaxError(`No condition expression at ${end}: ${text}`)
    tokens.push(found[1]!)
  }
  return tokens
}

const valueAt = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, step) => {
    // A number is a place in a list, a name an attribute of a map.
    const isContainer = /^\d+$/.test(step)
      ? Array.isArray(inside)
      : typeof inside === 'object' && !Array.isArray(inside)
    return isContainer && inside !== null ? (inside as Record<string, unknown>)[step] : undefined
  }, item)

/** DynamoDB orders numbers, and strings and binary values by their bytes; nothing else, and no two types. */
const compare = (one: unknown, other: unknown): number | undefined => {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) : undefined
}

const ordered =
  (holds: (difference: number) => boolean) =>
  (one: unknown, other: unknown): boolean => {
    const difference = compare(one, other)
    return difference !== undefined && holds(difference)
  }

const isEqual = (one: unknown, other: unknown): boolean => one !== undefined && isDeepStrictEqual(one, other)

const comparisons: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  '=': isEqual,
  // A missing attribute differs from every value.
  '<>': (one, other) => !isEqual(one, other),
  '<': ordered(difference => difference < 0),
  '<=': ordered(difference => difference <= 0),
  '>': ordered(difference => difference > 0),
  '>=': ordered(difference => difference >= 0),
}

/** Reads what the project's conditions use of https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html. @throws SyntaxError for anything else */
const parse = (text: string): Evaluate => {
  const tokens = tokensOf(text)
  let next = 0
  const isNext = (expected: string): boolean => tokens[next] === expected && ++next > 0
  const expect = (expected: string): void => {
    if (!isNext(expected)) throw new SyntaxError(`Expected ${expected}, not ${tokens[next]}: ${text}`)
  }
  const operand = (): Operand => {
    const word = tokens[next++] ?? ''
    if (word.startsWith('#')) {
      const path = [...word.matchAll(/\w+/g)].map(([step]) => step)
      return item => valueAt(item, path)
    }
    if (!word.startsWith(':')) throw new SyntaxError(`Expected an operand, not ${word}: ${text}`)
    const name = word.slice(1)
    return (_item, values) => (values as Record<string, unknown>)[name]
  }
  const list = (): readonly Operand[] => {
    expect('(')
    const operands = [operand()]
    while (isNext(',')) operands.push(operand())
    expect(')')
    return operands
  }
  const presence = (isWanted: boolean): Evaluate => {
    expect('(')
    const attribute = operand()
    expect(')')
    return (item, values) => (attribute(item, values) !== undefined) === isWanted
  }
  const comparison = (): Evaluate => {
    const one = operand()
    if (isNext('IN')) {
      const others = list()
      return (item, values) => others.some(other => isEqual(one(item, values), other(item, values)))
    }
    const holds = comparisons[tokens[next++] ?? '']
    if (!holds) throw new SyntaxError(`Expected a comparison, not ${tokens[next - 1]}: ${text}`)
    const other = operand()
    return (item, values) => holds(one(item, values), other(item, values))
  }
  const term = (): Evaluate => {
    if (isNext('NOT')) {
      const negated = term()
      return (item, values) => !negated(item, values)
    }
    if (isNext('(')) {
      const inside = either()
      expect(')')
      return inside
    }
    if (isNext('attribute_exists')) return presence(true)
    return isNext('attribute_not_exists') ? presence(false) : comparison()
  }
  const both = (): Evaluate => {
    const terms = [term()]
    while (isNext('AND')) terms.push(term())
    return (item, values) => terms.every(each => each(item, values))
  }
  const either = (): Evaluate => {
    const terms = [both()]
    while (isNext('OR')) terms.push(both())
    return (item, values) => terms.some(each => each(item, values))
  }
  const whole = either()
  if (next < tokens.length) throw new SyntaxError(`Nothing may follow ${tokens[next]}: ${text}`)
  return whole
}

const parsed = new Map<string, Evaluate>()

export const evaluatorOf = (text: string): Evaluate => {
  const known = parsed.get(text) ?? parse(text)
  parsed.set(text, known)
  return known
}
