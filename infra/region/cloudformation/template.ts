/**
 * Evaluates CloudFormation templates: references within and across stacks, conditions, mappings and the
 * intrinsic functions that CDK emits. The identity of a resource (its Ref and attributes) needs no running
 * engine, so references are followed lazily and no order of creation has to be worked out.
 */

import { isObject, type Json, type JsonObject, object, text } from '../json.ts'
import type { Stack } from './assembly.ts'
import { callIntrinsic } from './intrinsic.ts'

export interface TemplateResource {
  readonly stack: Stack
  readonly logicalId: string
  readonly type: string
  /** The construct path that CDK notes, such as `Service/Table/Resource`. */
  readonly path: string
  readonly properties: JsonObject
}

export interface Identity {
  readonly ref: string
  /** The value of Fn::GetAtt, or undefined if the type has no such attribute. */
  attribute(name: string): string | undefined
}

export interface Templates {
  readonly resources: TemplateResource[]
  resolve(stack: Stack, value: Json | undefined): Json | undefined
  identityOf(resource: TemplateResource): Identity
  /** Every stack's outputs, under `Output` and `Stack.Output`. */
  outputs(): Record<string, string>
}

export interface TemplateOptions {
  identify(resource: TemplateResource, properties: JsonObject): Identity
  report(problem: string): void
}

/** Opens the stacks of an assembly as one set of resources that can refer to each other. */
export const openTemplates = (stacks: Stack[], options: TemplateOptions): Templates => {
  const byStack = new Map(stacks.map(stack => [stack, readResources(stack)]))
  const identities = new Map<TemplateResource, Identity>()
  const exports = collectExports(stacks)
  const condition = (stack: Stack, name: string): boolean =>
    resolve(stack, object(stack.template.Conditions)[name]) === true

  const identityOf = (resource: TemplateResource): Identity => {
    const known = identities.get(resource)
    if (known !== undefined) return known
    // A name that depends on the resource itself would recurse for ever.
    identities.set(resource, { ref: '', attribute: () => '' })
    const resolved = options.identify(resource, namesOnly(resource))
    identities.set(resource, resolved)
    return resolved
  }

  /** An identity follows from names alone; the other properties may refer to any resource. */
  const namesOnly = (resource: TemplateResource): JsonObject => {
    const names = Object.entries(resource.properties).filter(([key]) =>
      /(Name|^Version|FunctionVersion)$/.test(key),
    )
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

  const scope = (stack: Stack) => ({
    stack,
    exports,
    stacks,
    report: options.report,
    resolve: (value: Json | undefined) => resolve(stack, value),
    resolveIn: resolve,
    condition: (name: string) => condition(stack, name),
    identity: (logicalId: string) => {
      const resource = byStack.get(stack)?.get(logicalId)
      return resource && identityOf(resource)
    },
  })

  const isWanted = (resource: TemplateResource): boolean => {
    const name = text(object(object(resource.stack.template.Resources)[resource.logicalId]).Condition)
    return name === undefined || condition(resource.stack, name)
  }

  return {
    resources: [...byStack.values()].flatMap(resources => [...resources.values()]).filter(isWanted),
    resolve,
    identityOf,
    outputs: () => Object.fromEntries(stacks.flatMap(stack => stackOutputs(stack, resolve))),
  }
}

const isIntrinsic = (key: string): boolean => key === 'Ref' || key === 'Condition' || key.startsWith('Fn::')

const readResources = (stack: Stack): Map<string, TemplateResource> => {
  const entries = Object.entries(object(stack.template.Resources)).map(([logicalId, value]) => {
    const resource = object(value)
    const path = stack.paths.get(logicalId) ?? `${stack.name}/${logicalId}`
    const type = text(resource.Type) ?? ''
    return [logicalId, { stack, logicalId, type, path, properties: object(resource.Properties) }] as const
  })
  return new Map(entries)
}

const collectExports = (stacks: Stack[]): Map<string, { stack: Stack; value: Json | undefined }> => {
  const entries = stacks.flatMap(stack =>
    Object.values(object(stack.template.Outputs)).flatMap(output => {
      const name = text(object(object(output).Export).Name)
      return name === undefined ? [] : [[name, { stack, value: object(output).Value }] as const]
    }),
  )
  return new Map(entries)
}

const stackOutputs = (stack: Stack, resolve: Templates['resolve']): [string, string][] =>
  Object.entries(object(stack.template.Outputs)).flatMap(([key, output]) => {
    const value = text(resolve(stack, object(output).Value)) ?? ''
    return [
      [key, value],
      [`${stack.name}.${key}`, value],
    ]
  })
