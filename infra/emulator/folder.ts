import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Level by level: Node's own recursive mkdir never returns where a parent refuses to have children, as /proc does. */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
