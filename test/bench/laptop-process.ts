import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'

/** `npm start` as a user runs it: a process whose use of the machine can be told from the bench's own. */
export interface Laptop extends AsyncDisposable {
  readonly pid: number
  readonly url: string
}

/** On a port of its own, without `--data`. */
export const startLaptop = async (): Promise<Laptop> => {
  const port = 20_000 + (process.pid % 4000)
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let isReady = false
  child.stdout.on('data', chunk => {
    isReady ||= String(chunk).includes(`ready ${url}`)
  })
  await eventually(() => isReady, 'the emulator')
  return {
    pid: child.pid!,
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}
