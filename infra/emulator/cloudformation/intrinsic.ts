/** The intrinsic functions and pseudo parameters of CloudFormation that our templates use. */

import { type Json, list, object, text, texts } from '../json.ts'
import type { Stack } from './assembly.ts'
import type { Identity } from './identity.ts'

export interface Scope {
  readonly stack: Stack
  report(problem: string): void
  resolve(value: Json | undefined): Json | undefined
  /** The value of another stack's output, undefined if there is none. */
  output(stackName: string, outputName: string): Json | undefined
  identity(logicalId: string): Identity | undefined
}

type Intrinsic = (argument: Json | undefined, scope: Scope) => Json | undefined

export const isIntrinsic = (key: string): boolean =>
  key === 'Ref' || key === 'Condition' || key.startsWith('Fn::')

/** Evaluates one function. An unknown one is reported. */
export const callIntrinsic = (name: string, argument: Json | undefined, scope: Scope): Json | undefined => {
  const intrinsic = intrinsics[name]
  if (intrinsic !== undefined) return intrinsic(argument, scope)
  scope.report(`${scope.stack.name}: the intrinsic function ${name} is not supported`)
  return undefined
}

const intrinsics: Record<string, Intrinsic> = {
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
    (text(argument) ?? '').replace(/\$\{([^}]*)\}/g, (_whole, name: string) => reference(name, scope) ?? ''),
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
