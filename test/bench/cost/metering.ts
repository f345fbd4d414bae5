import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Spent } from './container.ts'

/** One run of a function. */
export interface Invocation extends Spent {
  readonly functionName: string
  readonly memoryMb: number
  /** The body's, of an answer through the gateway. */
  readonly answerBytes: number
}

const parts = { proxy: 'index.cjs', container: 'container.cjs' } as const

const build = (name: keyof typeof parts, outdir: string): string => {
  const outfile = join(outdir, `metering-${name}.cjs`)
  const entry = join(import.meta.dirname, `${name}.ts`)
  buildSync({ bundle: true, platform: 'node', entryPoints: [entry], outfile, logLevel: 'error' })
  return outfile
}

/** What is linked is code that other worlds run, too. */
const ownCopy = (folder: string): void => {
  if (!lstatSync(folder).isSymbolicLink()) return
  const code = realpathSync(folder)
  unlinkSync(folder)
  cpSync(code, folder, { recursive: true })
}

/** Puts the meter between the emulator and every function of an assembly that it has not hosted yet. */
export const meterFunctions = (assembly: string): void => {
  const folders = readdirSync(assembly)
    .filter(name => name.startsWith('asset.'))
    .map(name => join(assembly, name))
    .filter(folder => existsSync(join(folder, 'index.cjs')))
  if (folders.length === 0) throw new Error('The assembly has no functions')
  const [proxy, container] = [build('proxy', assembly), build('container', assembly)]
  for (const folder of folders) {
    ownCopy(folder)
    renameSync(join(folder, parts.proxy), join(folder, 'function.cjs'))
    copyFileSync(proxy, join(folder, parts.proxy))
    copyFileSync(container, join(folder, parts.container))
  }
}

/** What all functions of a metered assembly did so far, in the order in which they ended. */
export const invocationsOf = (assembly: string): readonly Invocation[] => {
  const file = join(assembly, 'invocations.jsonl')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Invocation)
}
