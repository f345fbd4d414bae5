import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { type PathProps, servePaths } from '../constructs/api-function.ts'
import { physicalName, type StackName, type StageContext, stackProps } from '../constructs/context.ts'
import type { Stage } from '../stage.ts'
import { type Bindings, bindingsOf } from './bindings.ts'
import { published } from './names.ts'

export interface NounStack {
  readonly name: StackName
  readonly description: string
  readonly paths?: (bind: Bindings, settings: Stage) => Readonly<Record<`/${string}`, PathProps>>
  readonly add?: (stack: Stack, context: StageContext, bind: Bindings) => void
}

export const createNounStack = (
  scope: Construct,
  context: StageContext,
  { name, description, paths, add }: NounStack,
): Stack => {
  const { settings } = context
  const stack = new Stack(scope, physicalName(settings, name), stackProps(settings, name, description))
  const bind = bindingsOf(settings)
  if (paths) servePaths(stack, context, published(settings, 'ApiId'), paths(bind, settings))
  add?.(stack, context, bind)
  return stack
}
