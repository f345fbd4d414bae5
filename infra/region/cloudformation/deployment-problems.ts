/** What AWS would refuse at deployment, or fail on later for want of a permission, found before anything runs. */

import { openPermissions } from '../iam/permissions.ts'
import type { Statement } from '../iam/policy.ts'
import { roleProblems } from '../iam/role.ts'
import { type Json, list, number, object, text } from '../json.ts'
import { isQueueMapping, pollingActions } from '../lambda/event-source-mapping.ts'
import type { HostedResource } from './hosted-resource.ts'

export interface Deployment {
  readonly resources: HostedResource[]
  readonly roles: Map<string, Statement[]>
}

type FindProblems = (resource: HostedResource, deployment: Deployment) => string[]

/** The problems of one resource that follow from others. */
export const deploymentProblems: FindProblems = (resource, deployment) =>
  finders[resource.type]?.(resource, deployment) ?? []

/** The name in `name`, `name:alias` or an ARN, with or without a version or an alias. */
export const functionNameOf = (nameOrArn: string): string =>
  (nameOrArn.startsWith('arn:') ? nameOrArn.split(':')[6] : nameOrArn.split(':')[0]) ?? ''

const findFunction = ({ resources }: Deployment, nameOrArn: string): HostedResource | undefined =>
  resources.find(({ type, ref }) => type === 'AWS::Lambda::Function' && ref === functionNameOf(nameOrArn))

const roleOf = ({ properties }: HostedResource): string => text(properties.Role) ?? ''

/** Unlike AWS, a role that is not part of the assembly cannot be looked up: it is refused. */
const mayInvoke = (role: string, functionArn: string, { roles }: Deployment): string[] =>
  openPermissions(roles).roleAllows(role, { action: 'lambda:InvokeFunction', resource: functionArn })
    ? []
    : [`its role may not lambda:InvokeFunction on ${functionArn}`]

const ofRole: FindProblems = (resource, { resources }) =>
  roleProblems(resource, new Set(resources.map(({ ref }) => ref)))

const ofFunction: FindProblems = (resource, { roles }) => {
  const variables = Object.entries(object(object(resource.properties.Environment).Variables))
  const role = roleOf(resource)
  return [
    ...(roles.has(role) ? [] : [`its role ${role} is not part of the assembly`]),
    ...variables
      .filter(([, value]) => String(value).includes('{{resolve:'))
      .map(([name]) => `the dynamic reference in the variable ${name} is not supported`),
  ]
}

const ofMapping: FindProblems = (mapping, deployment) => {
  const target = findFunction(deployment, text(mapping.properties.FunctionName) ?? '')
  const resource = text(mapping.properties.EventSourceArn) ?? ''
  if (target === undefined) return ['its function is not part of the assembly']
  const { roleAllows } = openPermissions(deployment.roles)
  const denied = pollingActions(mapping)
    .filter(action => !roleAllows(roleOf(target), { action, resource }))
    .map(action => `the role of ${target.logicalId} may not ${action} on ${resource}`)
  return [...denied, ...(isQueueMapping(mapping) ? visibilityProblems(resource, target, deployment) : [])]
}

/** Lambda refuses such a mapping: a message would come back while it is still being worked on. */
const visibilityProblems = (
  queueArn: string,
  target: HostedResource,
  { resources }: Deployment,
): string[] => {
  const queue = resources.find(
    ({ type, attribute }) => type === 'AWS::SQS::Queue' && attribute('Arn') === queueArn,
  )
  if (queue === undefined) return [`there is no queue ${queueArn} in the assembly`]
  const visibility = number(queue.properties.VisibilityTimeout) ?? 30
  const timeout = number(target.properties.Timeout) ?? 3
  return visibility >= timeout
    ? []
    : [
        `the visibility timeout of ${queue.logicalId}, ${visibility} s, is shorter than the function's timeout, ${timeout} s`,
      ]
}

const ofStateMachine: FindProblems = ({ properties }, deployment) =>
  invokedFunctions(properties.DefinitionString).flatMap(arn =>
    mayInvoke(text(properties.RoleArn) ?? '', arn, deployment),
  )

const invokedFunctions = (definition: Json | undefined): string[] => [
  ...new Set((text(definition) ?? '').match(/arn:aws:lambda:[\w-]*:\d*:function:[\w-]+/g)),
]

const ofSchedule: FindProblems = ({ properties }, deployment) =>
  list(properties.Target).flatMap(target => {
    const { Arn, RoleArn } = object(target)
    const arn = text(Arn) ?? ''
    return [
      ...(findFunction(deployment, arn) === undefined
        ? [`its target ${arn} is not part of the assembly`]
        : []),
      ...mayInvoke(text(RoleArn) ?? '', arn, deployment),
    ]
  })

const finders: Record<string, FindProblems> = {
  'AWS::IAM::ManagedPolicy': ofRole,
  'AWS::IAM::Policy': ofRole,
  'AWS::IAM::Role': ofRole,
  'AWS::Lambda::EventSourceMapping': ofMapping,
  'AWS::Lambda::Function': ofFunction,
  'AWS::Scheduler::Schedule': ofSchedule,
  'AWS::StepFunctions::StateMachine': ofStateMachine,
}
