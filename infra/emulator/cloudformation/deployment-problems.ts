/** Problems that AWS would report at deployment, or later for a missing permission. */

import { mayCall } from '../api-gateway/http-api.ts'
import { openPermissions } from '../iam/permissions.ts'
import type { Statement } from '../iam/policy.ts'
import { number, object, text } from '../json.ts'
import { failureQueue, isQueueMapping, pollingActions } from '../lambda/event-source-mapping.ts'
import { calledFunctions } from '../step-functions/state-machine.ts'
import type { HostedResource } from './identity.ts'

export interface Deployment {
  readonly resources: HostedResource[]
  readonly roles: Map<string, Statement[]>
}

type FindProblems = (resource: HostedResource, deployment: Deployment) => string[]

export const deploymentProblems: FindProblems = (resource, deployment) =>
  finders[resource.type]?.(resource, deployment) ?? []

export const functionNameOf = (nameOrArn: string): string => nameOrArn.split(':').at(-1) ?? ''

const findFunction = ({ resources }: Deployment, nameOrArn: string): HostedResource | undefined =>
  resources.find(({ type, ref }) => type === 'AWS::Lambda::Function' && ref === functionNameOf(nameOrArn))

const roleOf = ({ properties }: HostedResource): string => text(properties.Role) ?? ''

/** Unlike AWS, it refuses a role that is not part of the assembly, since it cannot look it up. */
const mayInvoke = (role: string, functionArn: string, { roles }: Deployment): string[] =>
  openPermissions(roles).roleAllows(role, { action: 'lambda:InvokeFunction', resource: functionArn })
    ? []
    : [`its role may not lambda:InvokeFunction on ${functionArn}`]

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

const ofRoute: FindProblems = (route, deployment) => {
  const { RouteKey, Target } = route.properties
  const integration = deployment.resources.find(
    ({ type, ref }) => type === 'AWS::ApiGatewayV2::Integration' && Target === `integrations/${ref}`,
  )
  const functionArn = text(integration?.properties.IntegrationUri) ?? ''
  const target = findFunction(deployment, functionArn)
  if (target === undefined) return [`the route ${RouteKey} leads to no function of the assembly`]
  return mayCall(route, functionArn, deployment.resources)
    ? []
    : [`the route ${RouteKey} may not call ${target.logicalId}: no AWS::Lambda::Permission covers it`]
}

const ofMapping: FindProblems = (mapping, deployment) => {
  const target = findFunction(deployment, text(mapping.properties.FunctionName) ?? '')
  if (target === undefined) return ['its function is not part of the assembly']
  const { roleAllows } = openPermissions(deployment.roles)
  const source = text(mapping.properties.EventSourceArn) ?? ''
  const failures = failureQueue(mapping)
  const needed = pollingActions(mapping).map(action => ({ action, resource: source }))
  if (failures !== undefined) needed.push({ action: 'sqs:SendMessage', resource: failures })
  const denied = needed
    .filter(access => !roleAllows(roleOf(target), access))
    .map(({ action, resource }) => `the role of ${target.logicalId} may not ${action} on ${resource}`)
  return [...denied, ...(isQueueMapping(mapping) ? visibilityProblems(source, target, deployment) : [])]
}

/** Lambda refuses such a mapping: a message would return while it is still being processed. */
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

const ofStateMachine: FindProblems = (machine, deployment) =>
  calledFunctions(machine).flatMap(arn => mayInvoke(text(machine.properties.RoleArn) ?? '', arn, deployment))

const ofSchedule: FindProblems = ({ properties }, deployment) => {
  const { Arn, RoleArn } = object(properties.Target)
  const arn = text(Arn) ?? ''
  return [
    ...(findFunction(deployment, arn) === undefined ? [`its target ${arn} is not part of the assembly`] : []),
    ...mayInvoke(text(RoleArn) ?? '', arn, deployment),
  ]
}

const finders: Record<string, FindProblems> = {
  'AWS::ApiGatewayV2::Route': ofRoute,
  'AWS::Lambda::EventSourceMapping': ofMapping,
  'AWS::Lambda::Function': ofFunction,
  'AWS::Scheduler::Schedule': ofSchedule,
  'AWS::StepFunctions::StateMachine': ofStateMachine,
}
