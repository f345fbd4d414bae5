/** Evaluates IAM policy statements. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html */
import { type JsonObject, list, object, text, texts } from '../json.ts'
import { conditionHolds } from './policy-condition.ts'

export interface Statement {
  readonly isDeny: boolean
  readonly actions: string[]
  readonly isNotAction: boolean
  readonly resources: string[]
  readonly isNotResource: boolean
  readonly condition: JsonObject
}

/** One thing that a request wants to do. A request may want several. */
export interface Access {
  readonly action: string
  readonly resource: string
  /** Condition keys of the request, such as `dynamodb:LeadingKeys`. */
  readonly context?: Record<string, string[]>
}

export const readStatements = (document: JsonObject): Statement[] =>
  list(document.Statement)
    .map(object)
    .map(statement => ({
      isDeny: text(statement.Effect) === 'Deny',
      actions: texts(statement.Action ?? statement.NotAction),
      isNotAction: statement.NotAction !== undefined,
      resources: texts(statement.Resource ?? statement.NotResource),
      isNotResource: statement.NotResource !== undefined,
      condition: object(statement.Condition),
    }))

/** An explicit deny wins; without an explicit allow nothing is allowed. */
export const isAllowed = (statements: Statement[], access: Access): boolean => {
  const matching = statements.filter(statement => applies(statement, access))
  return matching.length > 0 && !matching.some(statement => statement.isDeny)
}

const applies = (statement: Statement, { action, resource, context = {} }: Access): boolean => {
  const namesAction = statement.actions.some(pattern =>
    matchesPattern(pattern.toLowerCase(), action.toLowerCase()),
  )
  const namesResource = statement.resources.some(pattern => matchesPattern(pattern, resource))
  return (
    namesAction !== statement.isNotAction &&
    namesResource !== statement.isNotResource &&
    conditionHolds(statement.condition, context)
  )
}

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
