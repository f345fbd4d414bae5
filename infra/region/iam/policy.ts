/**
 * IAM policy statements, as far as our roles have them: what is allowed on what, without conditions.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html
 */
import { type Json, list, object, texts } from '../json.ts'

export interface Statement {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
}

/** One thing that a request wants to do. A request may want several. */
export interface Access {
  readonly action: string
  readonly resource: string
}

const statementsOf = (document: Json | undefined) => list(object(document).Statement).map(object)

export const readStatements = (document: Json | undefined): Statement[] =>
  statementsOf(document).map(({ Action, Resource }) => ({
    actions: texts(Action).map(action => action.toLowerCase()),
    resources: texts(Resource),
  }))

/** What of a role's policy is not evaluated here. */
export const policyProblems = (document: Json | undefined): string[] =>
  statementsOf(document).flatMap(({ Effect, Action, Resource, Sid, ...others }) => [
    ...Object.keys(others).map(element => `a statement with ${element} is not supported`),
    ...(Effect === 'Allow' ? [] : [`a statement with the effect ${Effect} is not supported`]),
  ])

/** What no statement allows is denied. */
export const isAllowed = (statements: readonly Statement[], { action, resource }: Access): boolean =>
  statements.some(
    ({ actions, resources }) =>
      actions.some(pattern => matchesPattern(pattern, action.toLowerCase())) &&
      resources.some(pattern => matchesPattern(pattern, resource)),
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
