/**
 * IAM policy statements as our roles have them:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html
 */

import { matchesPattern } from '../../constructs/wildcard.ts'
import type { HostedResource } from '../cloudformation/identity.ts'
import { type Json, list, object, text, texts } from '../json.ts'

export interface Statement {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  /** Patterns of permitted partition keys; absent without such a condition. */
  readonly leadingKeys?: readonly string[] | undefined
  /** Permitted sender; absent without such a condition. */
  readonly sender?: string | undefined
}

export interface Access {
  readonly action: string
  readonly resource: string
  readonly leadingKeys?: readonly string[]
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

export const policyProblems = (document: Json | undefined): string[] =>
  statementsOf(document).flatMap(({ Effect, Action, Resource, Sid, Condition, ...others }) => [
    ...Object.keys(others).map(element => `a statement with ${element} is not supported`),
    ...conditionProblems(Condition, texts(Action)),
    ...(Effect === 'Allow' ? [] : [`a statement with the effect ${Effect} is not supported`]),
  ])

const matchesAny = (patterns: readonly string[], value: string): boolean =>
  patterns.some(pattern => matchesPattern(pattern, value))

export const isAllowed = (
  statements: readonly Statement[],
  { action, resource, leadingKeys = [], fromAddress }: Access,
): boolean =>
  statements.some(
    statement =>
      matchesAny(statement.actions, action.toLowerCase()) &&
      matchesAny(statement.resources, resource) &&
      (statement.sender === undefined || statement.sender === fromAddress) &&
      // As with `ForAllValues`, a request without keys passes; the engine then refuses it.
      leadingKeys.every(key => !statement.leadingKeys || matchesAny(statement.leadingKeys, key)),
  )

const operator = 'ForAllValues:StringLike'
const contextKey = 'dynamodb:LeadingKeys'

export const leadingKeyPatterns = (condition: Json | undefined): string[] | undefined =>
  condition === undefined ? undefined : texts(object(object(condition)[operator])[contextKey])

export const senderIn = (condition: Json | undefined): string | undefined =>
  text(object(object(condition).StringEquals)['ses:FromAddress'])

/**
 * Actions that each condition can limit: those whose requests name every leading key in full, and sending email.
 */
const supported: Readonly<Record<string, readonly string[]>> = {
  [`${operator} of ${contextKey}`]: [
    'dynamodb:GetItem',
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:BatchWriteItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:ConditionCheckItem',
  ],
  'StringEquals of ses:FromAddress': ['ses:SendEmail'],
}

const conditionProblems = (condition: Json | undefined, actions: readonly string[]): string[] =>
  Object.entries(object(condition))
    .flatMap(([name, keys]) => Object.keys(object(keys)).map(key => `${name} of ${key}`))
    .flatMap(asked => {
      const known = supported[asked]
      if (known === undefined) return [`the condition ${asked} is not supported`]
      const others = actions.filter(action => !known.includes(action))
      return others.map(action => `a condition on ${action} is not supported`)
    })

const documentsOf = ({ properties }: HostedResource): (Json | undefined)[] =>
  list(properties.Policies).map(policy => object(policy).PolicyDocument)

export const collectRoles = (roles: HostedResource[]): Map<string, Statement[]> =>
  new Map(roles.map(role => [role.attribute('Arn'), documentsOf(role).flatMap(readStatements)]))

export const roleProblems = (role: HostedResource): string[] => documentsOf(role).flatMap(policyProblems)
