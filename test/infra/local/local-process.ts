import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '../../support/eventually.ts'

/** Of a test that starts processes: it waits for what happens, however busy the machine is. */
export const patience = 600_000

const root = join(import.meta.dirname, '../../..')

/** A program of `infra/local`, as npm runs it: in a process of its own. */
export interface Running extends AsyncDisposable {
  readonly child: ChildProcess
  /** All that it printed so far, wherever. */
  output(): string
  /** The exit code, once it has ended and so has everything that it started. */
  readonly ended: Promise<number | null>
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** What a shell is told before, such as `ulimit -n 256`. */
  readonly limits?: string
}

/** Runs it with the Node that runs the tests. */
export const run = (program: string, args: readonly string[], options?: RunOptions): Running =>
  runCommand([process.execPath, program, ...args], options)

/** Runs it at the head of a group of its own, as a terminal does. */
export const runCommand = (command: readonly string[], options: RunOptions = {}): Running => {
  const script = `${options.limits ?? ':'} && exec "$@"`
  const child = spawn('/bin/bash', ['-c', script, 'bash', ...command], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs it to its end. */
export const runToEnd = async (program: string, args: readonly string[], options: RunOptions = {}) => {
  await using running = run(program, args, options)
  const code = await running.ended
  return { code, output: running.output() }
}

/** A signal to all of its group, as a terminal sends it at Ctrl-C. */
export const interrupt = ({ child }: Running): void => void process.kill(-child.pid!, 'SIGINT')

export interface RunningService extends Running {
  readonly url: string
  /** Of the registries of live mode. */
  readonly simulatorUrl: string
}

/** `npm start` on any free port, up to its ready line. */
export const runService = async (
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunningService> => {
  const running = run('infra/local/main.ts', args, { ...options, env: { PORT: '0', ...options.env } })
  const isOver = () => running.child.exitCode !== null || running.output().includes('\nready ')
  await eventually(isOver, 'the ready line', 300)
  const [, url] = /^ready (\S+)/m.exec(running.output()) ?? []
  const [, simulatorUrl] = /^ +(\S+)\/control /m.exec(running.output()) ?? []
  if (url === undefined || simulatorUrl === undefined)
    throw new Error(`The local environment ended: ${running.output()}`)
  return { ...running, url, simulatorUrl }
}
