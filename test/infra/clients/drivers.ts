import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiProblem, createClient, NetworkError } from '../../../infra/clients/typescript/client.ts'
import { WebhookVerificationError, webhooks } from '../../../infra/clients/typescript/webhooks.ts'
import { wheelFile } from '../../../infra/clients/packages.ts'
import { collect, wheelBytes } from '../../support/client-packages.ts'
import { isHere } from '../../support/guide-programs.ts'

/* Both clients by the same words, so that one list of tests says what both do. */

interface Verify {
  /** Text, unless a caller gives what is none. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: string | readonly string[]
  /** Seconds since 1970. */
  readonly now: number
}

type Operation = `${string} /v1/${string}`

export type Step =
  | { readonly call: Operation; readonly request?: Readonly<Record<string, unknown>> }
  | { readonly list: Operation; readonly request?: Readonly<Record<string, unknown>> }
  | { readonly verify: Verify }

export interface Work {
  readonly url?: string
  readonly retries?: number
  readonly steps: readonly Step[]
}

export interface Done {
  readonly outcomes: readonly object[]
  /** What was waited, in seconds. */
  readonly retries: readonly number[]
}

const outcomeOf = async (action: () => unknown): Promise<object> => {
  try {
    return { value: (await action()) ?? null }
  } catch (error) {
    if (error instanceof ApiProblem)
      return { problem: error.code, retryAfterSeconds: error.retryAfterSeconds ?? null }
    if (error instanceof NetworkError) return { network: error.status ?? null }
    if (error instanceof WebhookVerificationError) return { forged: error.message }
    if (error instanceof TypeError) return { wrong: 'ValueError' }
    throw error
  }
}

const inTypescript = async ({ url = 'http://localhost', retries = 5, steps }: Work): Promise<Done> => {
  const waited: number[] = []
  const client = createClient({
    url,
    clientId: 'client',
    secret: 'secret',
    retries,
    onRetry: ({ pauseSeconds }) => waited.push(pauseSeconds),
  })
  const outcomes: object[] = []
  for (const step of steps)
    outcomes.push(
      await outcomeOf(() => {
        if ('verify' in step) {
          const { body, headers, secrets, now } = step.verify
          return webhooks.verify(body, headers, secrets, { now: new Date(now * 1000) })
        }
        if ('list' in step) return collect(client.list(step.list as never, step.request as never))
        return client.call(step.call, step.request)
      }),
    )
  return { outcomes, retries: waited }
}

const build = join(import.meta.dirname, '../../../.build/clients')

/** A wheel is a zip, from which Python imports as it is. */
const inPython = (work: Work): Promise<Done> => {
  mkdirSync(build, { recursive: true })
  const path = join(build, `${process.pid}-${wheelFile}`)
  writeFileSync(path, wheelBytes)
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONPATH: path }
    const driver = join(import.meta.dirname, 'driver.py')
    const child = execFile('python3', [driver], { env }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    )
    child.stdin!.end(JSON.stringify(work))
  })
}

export const hasPython = await isHere('python3', '--version')

export const drivers = [
  { language: 'TypeScript', isHere: true, perform: inTypescript },
  { language: 'Python', isHere: hasPython, perform: inPython },
] as const
