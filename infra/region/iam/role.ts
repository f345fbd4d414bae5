/** AWS::IAM::Role, ::Policy and ::ManagedPolicy: what each role of the assembly may do. */
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { list, object, text, texts } from '../json.ts'
import { readStatements, type Statement } from './policy.ts'
import { unknownOperators } from './policy-condition.ts'

export const roleProperties = {
  honoured: ['RoleName', 'Policies', 'ManagedPolicyArns'],
  withoutEffect: ['AssumeRolePolicyDocument', 'Description', 'MaxSessionDuration', 'Path', 'Tags'],
}
export const policyProperties = { honoured: ['PolicyName', 'PolicyDocument', 'Roles'], withoutEffect: [] }
export const managedPolicyProperties = {
  honoured: ['ManagedPolicyName', 'PolicyDocument', 'Roles'],
  withoutEffect: ['Description', 'Path'],
}

/** AWS's own policies that a function may have: they allow logs and traces, which nothing here receives. */
const managedWithoutEffect =
  /:iam::aws:policy\/(service-role\/AWSLambdaBasicExecutionRole|AWSXRayDaemonWriteAccess|CloudWatchLambdaInsightsExecutionRolePolicy)$/

const isRole = ({ type }: HostedResource): boolean => type === 'AWS::IAM::Role'
const isPolicy = ({ type }: HostedResource): boolean =>
  type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy'

/** The statements of every role, by the role's ARN. */
export const collectRoles = (resources: HostedResource[]): Map<string, Statement[]> => {
  const policies = resources.filter(isPolicy)
  return new Map(
    resources.filter(isRole).map(role => {
      const inline = list(role.properties.Policies).map(policy => object(object(policy).PolicyDocument))
      const attached = policies.filter(
        policy =>
          texts(policy.properties.Roles).includes(role.ref) ||
          texts(role.properties.ManagedPolicyArns).includes(policy.ref),
      )
      const documents = [...inline, ...attached.map(policy => object(policy.properties.PolicyDocument))]
      return [role.attribute('Arn'), documents.flatMap(readStatements)]
    }),
  )
}

/** Condition operators that nothing here evaluates, and AWS-managed policies that it does not know. */
export const roleProblems = (resource: HostedResource, ownPolicies: Set<string>): string[] => {
  const { properties } = resource
  const documents = [
    properties.PolicyDocument,
    ...list(properties.Policies).map(policy => object(policy).PolicyDocument),
  ]
  const statements = documents.flatMap(document => readStatements(object(document)))
  const operators = statements.flatMap(statement => unknownOperators(statement.condition))
  const managed = texts(properties.ManagedPolicyArns)
    .filter(arn => !managedWithoutEffect.test(arn) && !ownPolicies.has(arn))
    .map(arn => `the managed policy ${text(arn)} is not known here`)
  return [...operators.map(name => `the condition operator ${name} is not supported`), ...managed]
}
