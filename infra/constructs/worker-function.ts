import type { Construct } from 'constructs'
import type { WorkerEntry } from '../entries.ts'
import type { Binding } from './binding.ts'
import type { StageContext } from './context.ts'
import { NodeFunction } from './node-function.ts'

export interface WorkerFunctionProps {
  readonly entry: WorkerEntry
  readonly errorImpact: string
  readonly bindings: readonly Binding[]
  readonly timeoutSeconds: number
  readonly memoryMb?: number
  /** See `NodeFunctionProps`. */
  readonly mayFeedItself?: boolean
}

/** A function that nobody waits for. */
export class WorkerFunction extends NodeFunction {
  constructor(scope: Construct, context: StageContext, props: WorkerFunctionProps) {
    super(scope, context, { memoryMb: 256, ...props })
  }
}
