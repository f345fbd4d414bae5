/** CloudFormation's intrinsic functions and pseudo parameters. */

import { isObject, type Json, list, object, text, texts } from '../json.ts'
import type { Stack } from './assembly.ts'
import type { Identity } from './template.ts'

export interface Scope {
  readonly stack: Stack
  readonly stacks: Stack[]
  readonly exports: Map<string, { stack: Stack; value: Json | undefined }>
  report(problem: string): void
  resolve(value: Json | undefined): Json | undefined
  resolveIn(stack: Stack, value: Json | undefined): Json | undefined
  condition(name: string): boolean
  identity(logicalId: string): Identity | undefined
}

type Intrinsic = (argument: Json | undefined, scope: Scope) => Json | undefined

/** Evaluates one function; undefined means AWS::NoValue. An unknown function is reported. */
export const callIntrinsic = (name: string, argument: Json | undefined, scope: Scope): Json | undefined => {
  const intrinsic = intrinsics[name]
  if (intrinsic !== undefined) return intrinsic(argument, scope)
  scope.report(`${scope.stack.name}: the intrinsic function ${name} is not supported`)
  return undefined
}

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, scope) => reference(text(argument) ?? '', scope),
  Condition: (argument, scope) => (typeof argument === 'string' ? scope.condition(argument) : argument),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...path] = Array.isArray(argument)
      ? texts(argument)
      : (text(argument) ?? '').split('.')
    return attribute(logicalId, path.join('.'), scope)
  },
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list(argument)
    return texts(scope.resolve(parts)).join(text(separator) ?? '')
  },
  'Fn::Sub': (argument, scope) => {
    const [pattern, variables] = Array.isArray(argument) ? argument : [argument]
    return substitute(text(pattern) ?? '', variables, scope)
  },
  'Fn::Select': (argument, scope) => {
    const [index, items] = list(scope.resolve(argument))
    return list(items)[Number(index)]
  },
  'Fn::Split': (argument, scope) => {
    const [separator, source] = list(scope.resolve(argument))
    return (text(source) ?? '').split(text(separator) ?? ',')
  },
  'Fn::If': (argument, scope) => {
    const [name, whenTrue, whenFalse] = list(argument)
    return scope.resolve(scope.condition(text(name) ?? '') ? whenTrue : whenFalse)
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list(scope.resolve(argument))
    return JSON.stringify(left) === JSON.stringify(right)
  },
  'Fn::And': (argument, scope) => list(scope.resolve(argument)).every(item => item === true),
  'Fn::Or': (argument, scope) => list(scope.resolve(argument)).some(item => item === true),
  'Fn::Not': (argument, scope) => list(scope.resolve(argument))[0] !== true,
  'Fn::Base64': (argument, scope) => Buffer.from(text(scope.resolve(argument)) ?? '').toString('base64'),
  'Fn::FindInMap': (argument, scope) => {
    const [mapping, first, second] = texts(scope.resolve(list(argument).slice(0, 3)))
    return object(object(object(scope.stack.template.Mappings)[mapping ?? ''])[first ?? ''])[second ?? '']
  },
  'Fn::ImportValue': (argument, scope) => {
    const name = text(scope.resolve(argument)) ?? ''
    const exported = scope.exports.get(name)
    if (exported === undefined) scope.report(`${scope.stack.name}: no stack exports ${name}`)
    return exported && scope.resolveIn(exported.stack, exported.value)
  },
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, OutputName } = object(argument)
    const stack = scope.stacks.find(candidate => candidate.name === StackName)
    const output = object(object(stack?.template.Outputs)[text(OutputName) ?? ''])
    return stack && scope.resolveIn(stack, output.Value)
  },
}

const reference = (name: string, scope: Scope): Json | undefined => {
  const { stack } = scope
  if (name === 'AWS::NoValue') return undefined
  if (name.startsWith('AWS::')) return pseudoParameter(name, scope)
  const parameter = object(stack.template.Parameters)[name]
  if (isObject(parameter)) return parameterValue(name, parameter.Default, scope)
  const identity = scope.identity(name)
  if (identity === undefined) scope.report(`${stack.name}: Ref names ${name}, which is not in the template`)
  return identity?.ref
}

/** The bootstrap version that CDK asks for is an SSM parameter of an account; here its default will do. */
const parameterValue = (name: string, value: Json | undefined, scope: Scope): Json | undefined => {
  if (value === undefined) scope.report(`${scope.stack.name}: parameter ${name} has no default value`)
  return value
}

const pseudoParameter = (name: string, { stack, report }: Scope): string | undefined => {
  const values: Record<string, string> = {
    'AWS::AccountId': stack.account,
    'AWS::Region': stack.region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${stack.region}:${stack.account}:stack/${stack.name}/local`,
  }
  if (values[name] === undefined) report(`${stack.name}: the pseudo parameter ${name} is not supported`)
  return values[name]
}

const attribute = (logicalId: string, name: string, scope: Scope): string | undefined => {
  const value = scope.identity(logicalId)?.attribute(name)
  if (value === undefined)
    scope.report(`${scope.stack.name}: Fn::GetAtt ${logicalId}.${name} is not supported`)
  return value
}

const substitute = (pattern: string, variables: Json | undefined, scope: Scope): string =>
  pattern.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`
    const variable = object(variables)[name]
    if (variable !== undefined) return text(scope.resolve(variable)) ?? whole
    const [logicalId = '', ...path] = name.split('.')
    const value = path.length === 0 ? reference(name, scope) : attribute(logicalId, path.join('.'), scope)
    return text(value) ?? ''
  })
