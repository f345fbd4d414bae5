/**
 * Evaluates CloudFormation templates: references within and across stacks. The identity of a resource (its
 * Ref and attributes) needs no running engine, so references are followed lazily and no order of creation
 * has to be worked out.
 */

import { isObject, type Json, type JsonObject, object, text } from '../json.ts'
import type { Stack } from './assembly.ts'
import type { Identity, TemplateResource } from './identity.ts'
import { callIntrinsic, isIntrinsic, type Scope } from './intrinsic.ts'

export interface Templates {
  readonly resources: TemplateResource[]
  resolve(stack: Stack, value: Json | undefined): Json | undefined
  identityOf(resource: TemplateResource): Identity
  /** Every stack's outputs. */
  outputs(): Record<string, string>
}

export interface TemplateOptions {
  identify(resource: TemplateResource, properties: JsonObject): Identity
  report(problem: string): void
}

/** Opens the stacks of an assembly as one set of resources that can refer to each other. */
export const openTemplates = (stacks: Stack[], { identify, report }: TemplateOptions): Templates => {
  const byStack = new Map(stacks.map(stack => [stack, readResources(stack, report)]))
  const identities = new Map<TemplateResource, Identity>()

  const identityOf = (resource: TemplateResource): Identity => {
    const known = identities.get(resource)
    if (known !== undefined) return known
    // A name that depends on the resource itself would recurse for ever.
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
          outputsOf(stack).map(([key, { Value }]) => [key, text(resolve(stack, Value)) ?? '']),
        ),
      ),
  }
}

const readResources = (stack: Stack, report: (problem: string) => void): Map<string, TemplateResource> => {
  const entries = Object.entries(object(stack.template.Resources)).map(([logicalId, value]) => {
    const { Type, Properties, Condition } = object(value)
    if (Condition !== undefined) report(`${stack.name}/${logicalId}: a Condition is not supported`)
    const path = stack.paths.get(logicalId) ?? `${stack.name}/${logicalId}`
    return [
      logicalId,
      { stack, logicalId, type: text(Type) ?? '', path, properties: object(Properties) },
    ] as const
  })
  return new Map(entries)
}

const outputsOf = ({ template }: Stack): [string, JsonObject][] =>
  Object.entries(object(template.Outputs)).map(([key, output]) => [key, object(output)])
