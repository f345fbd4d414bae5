import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Failure, Outcome, Task } from './contestant.ts'

/** A process around one contestant's handlers. */
export interface Container extends AsyncDisposable {
  run(task: Task): Promise<Outcome>
}

/** Starts one. `runtime` is the bundle of `contestant.ts`. @throws from `run` what the contestant threw, or that it ended */
export const startContainer = (
  name: string,
  runtime: string,
  env: Readonly<Record<string, string>>,
): Container => {
  const options: ForkOptions = { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }
  const child = fork(runtime, options)
  const died = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`)))
  died.catch(() => {})
  return {
    run: async task => {
      const outcome = once(child, 'message')
      child.send(task)
      const [given] = (await Promise.race([outcome, died])) as [Outcome | Failure]
      if ('failure' in given) throw new Error(`${name} failed: ${given.failure}`)
      return given
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await died.catch(() => {})
    },
  }
}
