import type { Construct } from 'constructs'
import type { ApiEntry } from '../entries.ts'
import type { Binding } from './binding.ts'
import type { House } from './house.ts'
import { HouseFunction } from './house-function.ts'

export interface ApiFunctionProps {
  readonly entry: ApiEntry
  readonly errorImpact: string
  readonly bindings: readonly Binding[]
}

/** A function that a caller waits for: more memory means more CPU, hence shorter cold starts; gives up before the gateway does (30 s). */
export class ApiFunction extends HouseFunction {
  constructor(scope: Construct, house: House, props: ApiFunctionProps) {
    super(scope, house, { ...props, memoryMb: 512, timeoutSeconds: 25 })
  }
}
