import { Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Variable } from '../../shared/aws/environment.ts'

export type Variables = { readonly [name in Variable]?: string }

/** One thing that a function may use: what it is allowed to do and how it learns where, never one without the other. */
export interface Binding {
  readonly grants: readonly Grant[]
  readonly variables: Variables
}

export interface Grant {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  /** Of a table: patterns of the partition keys that it is good for. */
  readonly leadingKeys?: readonly string[]
  /** Of a mail identity: the one sender that it is good for. */
  readonly fromAddress?: string
}

export const grant = (actions: readonly string[], ...resources: readonly string[]): Grant => ({
  actions,
  resources,
})

/** Actions on the items of a table whose partition keys match a pattern. */
export const grantOnKeys = (
  actions: readonly string[],
  leadingKeys: readonly string[],
  tableArn: string,
): Grant => ({ actions, leadingKeys, resources: [tableArn] })

export const variablesOf = (bindings: readonly Binding[]): Record<string, string> =>
  Object.assign({}, ...bindings.map(({ variables }) => variables))

/** The policy that goes into the role itself: an event source could otherwise start before a policy beside it exists. */
export const policyOf = (grants: readonly Grant[]) =>
  new PolicyDocument({ minimize: true, statements: grants.map(statementOf) })

export const statementOf = ({ actions, resources, leadingKeys, fromAddress }: Grant) =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
    ...(leadingKeys && { conditions: conditionsOf(leadingKeys) }),
    // https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html
    ...(fromAddress && { conditions: { StringEquals: { 'ses:FromAddress': fromAddress } } }),
  })

/**
 * `ForAllValues` also holds for a request without keys; every write of an item names its key
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html).
 */
const conditionsOf = (leadingKeys: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
})
