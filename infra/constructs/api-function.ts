import type { Construct } from 'constructs'
import type { ApiEntry } from '../entries.ts'
import type { Binding } from './binding.ts'
import type { Context } from './context.ts'
import { NodeFunction } from './node-function.ts'

export interface ApiFunctionProps {
  readonly entry: ApiEntry
  readonly errorImpact: string
  readonly bindings: readonly Binding[]
}

/** A function that a caller waits for: more memory means more CPU, hence shorter cold starts; gives up before the gateway does (30 s). */
export class ApiFunction extends NodeFunction {
  constructor(scope: Construct, context: Context, props: ApiFunctionProps) {
    super(scope, context, { ...props, memoryMb: 512, timeoutSeconds: 25 })
  }
}
