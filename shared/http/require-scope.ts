import type { Caller } from '../account/caller.ts'
import { Problem } from './contract/problem.ts'

/** Lets on a caller whose client has one of these scopes. @throws Problem product_not_enabled */
export const requireScope = (caller: Caller, wanted: readonly string[]): void => {
  if (!caller.scopes.some(scope => wanted.includes(scope)))
    throw new Problem('product_not_enabled', `This client lacks the scope "${wanted.join('" or "')}".`)
}
