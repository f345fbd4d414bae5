/**
 * Evaluates CloudFormation templates. An identity (Ref and attributes) needs no running engine, so references
 * are followed lazily and no order of creation is needed.
 */

import { isObject, type Json, type JsonObject, list, object, text, texts } from '../json.ts'
import type { Stack } from './assembly.ts'
import type { Identity, TemplateResource } from './identity.ts'

export type Templates = ReturnType<typeof openTemplates>

interface TemplateOptions {
  identify(resource: TemplateResource, properties: JsonObject): Identity
  report(problem: string): void
}

export const openTemplates = (stacks: Stack[], { identify, report }: TemplateOptions) => {
  const byStack = new Map(stacks.map(stack => [stack, readResources(stack, report)]))
  const identities = new Map<TemplateResource, Identity>()

  const identityOf = (resource: TemplateResource): Identity => {
    const known = identities.get(resource)
    if (known !== undefined) return known
    // A name that depends on its own resource would recurse for ever.
    identities.set(resource, { ref: '', attribute: () => '' })
    const resolved = identify(resource, namesOnly(resource))
    identities.set(resource, resolved)
    return resolved
  }

  /** An identity follows from names alone; the other properties may refer to any resource. */
  const namesOnly = (resource: TemplateResource): JsonObject => {
    const names = Object.entries(resource.properties).filter(([key]) => key.endsWith('Name'))
    return object(resolve(resource.stack, Object.fromEntries(names)))
  }

  const resolve = (stack: Stack, value: Json | undefined): Json | undefined => {
    if (Array.isArray(value))
      return value.map(item => resolve(stack, item)).filter(item => item !== undefined)
    if (!isObject(value)) return value
    const [name, ...others] = Object.keys(value)
    if (name !== undefined && others.length === 0 && isIntrinsic(name))
      return callIntrinsic(name, value[name], scope(stack))
    const entries = Object.entries(value).map(([key, item]) => [key, resolve(stack, item)] as const)
    return Object.fromEntries(entries.filter(([, item]) => item !== undefined))
  }

  const scope = (stack: Stack): Scope => ({
    stack,
    report,
    resolve: value => resolve(stack, value),
    output: (stackName, outputName) => {
      const from = stacks.find(({ name }) => name === stackName)
      return from && resolve(from, object(object(from.template.Outputs)[outputName]).Value)
    },
    identity: logicalId => {
      const resource = byStack.get(stack)?.get(logicalId)
      return resource && identityOf(resource)
    },
  })

  return {
    resources: [...byStack.values()].flatMap(resources => [...resources.values()]),
    resolve,
    identityOf,
    outputs: () =>
      Object.fromEntries(
        stacks.flatMap(stack =>
          Object.entries(object(stack.template.Outputs)).map(([key, output]) => [
            key,
            text(resolve(stack, object(output).Value)) ?? '',
          ]),
        ),
      ),
  }
}

const readResources = (stack: Stack, report: (problem: string) => void): Map<string, TemplateResource> => {
  const entries = Object.entries(object(stack.template.Resources)).map(([logicalId, value]) => {
    const { Type, Properties, Condition } = object(value)
    if (Condition !== undefined) report(`${stack.name}/${logicalId}: a Condition is not supported`)
    const path = stack.paths.get(logicalId) ?? `${stack.name}/${logicalId}`
    const resource = { stack, logicalId, type: text(Type) ?? '', path, properties: object(Properties) }
    return [logicalId, resource] as const
  })
  return new Map(entries)
}

interface Scope {
  readonly stack: Stack
  report(problem: string): void
  resolve(value: Json | undefined): Json | undefined
  output(stackName: string, outputName: string): Json | undefined
  identity(logicalId: string): Identity | undefined
}

type IntrinsicFunction = (argument: Json | undefined, scope: Scope) => Json | undefined

const isIntrinsic = (key: string): boolean => key === 'Ref' || key === 'Condition' || key.startsWith('Fn::')

const callIntrinsic = (name: string, argument: Json | undefined, scope: Scope): Json | undefined => {
  const intrinsic = intrinsics[name]
  if (intrinsic !== undefined) return intrinsic(argument, scope)
  scope.report(`${scope.stack.name}: the intrinsic function ${name} is not supported`)
  return undefined
}

const intrinsics: Record<string, IntrinsicFunction> = {
  Ref: (argument, scope) => reference(text(argument) ?? '', scope),
  'Fn::GetAtt': (argument, { stack, identity, report }) => {
    const [logicalId = '', name = ''] = texts(argument)
    const value = identity(logicalId)?.attribute(name)
    if (value === undefined) report(`${stack.name}: Fn::GetAtt ${logicalId}.${name} is not supported`)
    return value
  },
  'Fn::GetStackOutput': (argument, { stack, output, report }) => {
    const { StackName, OutputName } = object(argument)
    const value = output(text(StackName) ?? '', text(OutputName) ?? '')
    if (value === undefined)
      report(`${stack.name}: no stack ${text(StackName)} has an output ${text(OutputName)}`)
    return value
  },
  'Fn::Join': (argument, { resolve }) => {
    const [separator, parts] = list(argument)
    return texts(resolve(parts)).join(text(separator))
  },
  'Fn::Sub': (argument, scope) =>
    (text(argument) ?? '').replace(/\$\{([^{}]*)\}/g, (_whole, name: string) => reference(name, scope) ?? ''),
}

const reference = (name: string, scope: Scope): string | undefined => {
  if (name.startsWith('AWS::')) return pseudoParameter(name, scope)
  const identity = scope.identity(name)
  if (identity === undefined)
    scope.report(`${scope.stack.name}: Ref names ${name}, which is not in the template`)
  return identity?.ref
}

const pseudoParameter = (name: string, { stack, report }: Scope): string | undefined => {
  const values: Record<string, string> = {
    'AWS::AccountId': stack.account,
    'AWS::Region': stack.region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
  }
  if (values[name] === undefined) report(`${stack.name}: the pseudo parameter ${name} is not supported`)
  return values[name]
}
