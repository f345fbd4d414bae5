import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

interface Ended {
  readonly code: number
  /** What it said on both streams, where they are pipes. */
  readonly output: string
}

/** Runs a program of ours by the Node that runs this one, until it ends. */
export const runProgram = async (given: readonly string[], options: SpawnOptions): Promise<Ended> => {
  const child = spawn(process.execPath, [...given], options)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output += chunk
    })
  const [code] = await once(child, 'close')
  return { code, output }
}
