/**
 * IAM policy statements, as far as our roles have them: what is allowed on what, and under which keys of a table.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html
 */
import { type Json, list, object, texts } from '../json.ts'
import { conditionProblems, leadingKeyPatterns, senderIn } from './condition.ts'

export interface Statement {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  /** Patterns of the partition keys that it is good for; absent without such a condition. */
  readonly leadingKeys?: readonly string[] | undefined
  /** The sender that it is good for; absent without such a condition. */
  readonly sender?: string | undefined
}

/** One thing that a request wants to do. A request may want several. */
export interface Access {
  readonly action: string
  readonly resource: string
  /** The partition keys that it names, of a table. */
  readonly leadingKeys?: readonly string[]
  /** The address that it names as sender, of a letter. */
  readonly fromAddress?: string
}

const statementsOf = (document: Json | undefined) => list(object(document).Statement).map(object)

export const readStatements = (document: Json | undefined): Statement[] =>
  statementsOf(document).map(({ Action, Resource, Condition }) => ({
    actions: texts(Action).map(action => action.toLowerCase()),
    resources: texts(Resource),
    leadingKeys: leadingKeyPatterns(Condition),
    sender: senderIn(Condition),
  }))

/** What of a role's policy is not evaluated here. */
export const policyProblems = (document: Json | undefined): string[] =>
  statementsOf(document).flatMap(({ Effect, Action, Resource, Sid, Condition, ...others }) => [
    ...Object.keys(others).map(element => `a statement with ${element} is not supported`),
    ...conditionProblems(Condition, texts(Action)),
    ...(Effect === 'Allow' ? [] : [`a statement with the effect ${Effect} is not supported`]),
  ])

const matchesAny = (patterns: readonly string[], value: string): boolean =>
  patterns.some(pattern => matchesPattern(pattern, value))

/** What no statement allows is denied. */
export const isAllowed = (
  statements: readonly Statement[],
  { action, resource, leadingKeys = [], fromAddress }: Access,
): boolean =>
  statements.some(
    statement =>
      matchesAny(statement.actions, action.toLowerCase()) &&
      matchesAny(statement.resources, resource) &&
      (statement.sender === undefined || statement.sender === fromAddress) &&
      // As `ForAllValues` does, this holds for a request without keys, which the engine then refuses.
      leadingKeys.every(key => !statement.leadingKeys || matchesAny(statement.leadingKeys, key)),
  )

const patterns = new Map<string, RegExp>()

/** IAM's wildcards: `*` for any characters, `?` for one. */
export const matchesPattern = (pattern: string, value: string): boolean => {
  if (pattern === '*' || pattern === value) return true
  if (!/[*?]/.test(pattern)) return false
  let expression = patterns.get(pattern)
  if (expression === undefined) {
    const source = pattern
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
    expression = new RegExp(`^${source}$`, 's')
    patterns.set(pattern, expression)
  }
  return expression.test(value)
}
