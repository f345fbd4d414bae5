import type { Construct } from 'constructs'
import type { WorkerEntry } from '../entries.ts'
import type { Binding } from './binding.ts'
import type { House } from './house.ts'
import { HouseFunction } from './house-function.ts'

export interface WorkerFunctionProps {
  readonly entry: WorkerEntry
  readonly errorImpact: string
  readonly bindings: readonly Binding[]
  readonly timeoutSeconds: number
  readonly memoryMb?: number
  /** See `HouseFunctionProps`. */
  readonly mayFeedItself?: boolean
}

/** A function that nobody waits for. */
export class WorkerFunction extends HouseFunction {
  constructor(scope: Construct, house: House, props: WorkerFunctionProps) {
    super(scope, house, { memoryMb: 256, ...props })
  }
}
