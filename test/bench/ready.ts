/*
 * Seconds from `npm start` to "ready": npm run bench -- ready. In a copy of this working tree, in which nothing was ever
 * built, so that each run has its first start; then once more, with the bundles that the first has kept. Packages are
 * installed, and no other process asks for the machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { runsOr } from './options.ts'
import { conclude } from './recording.ts'

const runs = runsOr(3)
const root = join(import.meta.dirname, '../..')
/** What is no source, or was made here. */
const leftOut = new Set(['node_modules', '.git', '.build'])

using cleanup = new DisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'verification-ready-'))
cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
cpSync(root, folder, { recursive: true, filter: file => !leftOut.has(basename(file)) })
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

const secondsToReady = async (): Promise<number> => {
  const port = await freePort()
  const startedMs = performance.now()
  // A process group of its own, which is told to end as Ctrl-C tells it.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exit = once(child, 'exit')
  let said = ''
  const ready = new Promise<number>(resolve => {
    child.stdout.on('data', chunk => {
      said += chunk
      if (said.includes(`ready http://localhost:${port}`)) resolve((performance.now() - startedMs) / 1000)
    })
  })
  const seconds = await Promise.race([ready, exit])
  if (typeof seconds !== 'number') throw new Error(`npm start ended: ${said}`)
  process.kill(-child.pid!, 'SIGINT')
  await exit
  return seconds
}

const first: number[] = []
const bundled: number[] = []
for (let run = 1; run <= runs; run++) {
  rmSync(join(folder, '.build'), { recursive: true, force: true })
  first.push(await secondsToReady())
  bundled.push(await secondsToReady())
  console.log(`run ${run}: ${first.at(-1)!.toFixed(1)} s, then ${bundled.at(-1)!.toFixed(1)} s`)
}
conclude('ready', 'a start without bundles, and one with them', { first, bundled })
