import type { Stage } from '../stages.ts'
import type { Bundles } from './bundle.ts'

/** What every stack of a stage is made from. */
export interface Context {
  readonly settings: Stage
  readonly bundles: Bundles
}

/** The physical name of a thing in this stage: `deliveries` → `verification-dev-deliveries`. */
export const named = ({ prefix }: Stage, name: string): string => `${prefix}-${name}`

/** A construct id for a name: `api/addresses/id` → `ApiAddressesId`. */
export const constructIdOf = (name: string): string =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
