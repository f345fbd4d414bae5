import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** @throws saying what to run where the packages of this folder are not installed: the root's do not hold them */
export const requirePeers = (): void => {
  if (!existsSync(join(import.meta.dirname, 'node_modules')))
    throw new Error('This bench compares with packages of its own: run npm ci in test/bench/peers first.')
}
