import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StageSettings } from '../../infra/stage-settings.ts'
import { hostsAt, stages } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'
import { bundledOnce } from './bundled-once.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const program = join(import.meta.dirname, 'emulator-program.ts')

/** The service in a process of its own that can be killed at any moment, and goes on with its data when it is started. */
export interface KilledEmulator extends AsyncDisposable {
  readonly url: string
  /** SIGKILL, and the same once more on the same data and port. */
  killAndStart(): Promise<void>
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Synthesises once, so that a start takes no longer than the emulator itself. */
export const startKilledEmulator = async (settings: Partial<StageSettings>): Promise<KilledEmulator> => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-killed-'))
  const [assembly, data] = [join(folder, 'assembly'), join(folder, 'data')]
  const port = await freePort()
  const url = `http://localhost:${port}`
  const stage = { ...stages.local, hosts: hostsAt(url), ...settings }
  synthesise(stage, assembly, { bundles: bundledOnce() })

  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [program, assembly, data, `${port}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk
      })
    const isOver = () => /^ready /m.test(output) || child.exitCode !== null
    await eventually(isOver, 'the emulator to be ready')
    if (child.exitCode !== null) throw new Error(`The emulator ended: ${output}`)
    return child
  }

  let child = await start()
  return {
    url,
    killAndStart: async () => {
      await kill(child)
      child = await start()
    },
    [Symbol.asyncDispose]: async () => {
      await kill(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
