/** AWS::IAM::Role: what each role of the assembly may do. */
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { type Json, list, object } from '../json.ts'
import { policyProblems, readStatements, type Statement } from './policy.ts'

export const roleProperties = {
  honoured: ['Policies'],
  withoutEffect: ['AssumeRolePolicyDocument', 'Tags'],
}

const documentsOf = ({ properties }: HostedResource): (Json | undefined)[] =>
  list(properties.Policies).map(policy => object(policy).PolicyDocument)

/** The statements of every role, by the role's ARN. */
export const collectRoles = (roles: HostedResource[]): Map<string, Statement[]> =>
  new Map(roles.map(role => [role.attribute('Arn'), documentsOf(role).flatMap(readStatements)]))

export const roleProblems = (role: HostedResource): string[] => documentsOf(role).flatMap(policyProblems)
