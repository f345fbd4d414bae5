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
}

export const grant = (actions: readonly string[], ...resources: readonly string[]): Grant => ({
  actions,
  resources,
})

export const variablesOf = (bindings: readonly Binding[]): Record<string, string> =>
  Object.assign({}, ...bindings.map(({ variables }) => variables))

/** The policy that goes into the role itself: an event source could otherwise start before a policy beside it exists. */
export const policyOf = (grants: readonly Grant[]) =>
  new PolicyDocument({ minimize: true, statements: grants.map(statementOf) })

const statementOf = ({ actions, resources }: Grant) =>
  new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] })
