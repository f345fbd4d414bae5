import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import type { PythonPrograms } from '../support/python.ts'

/** Its release, and nothing that it does not need: without `cryptography` it has all that our templates ask for. */
export const miniStackPackages = ['ministack==1.5.33']

/** An emulator of AWS that nobody here wrote, with an account and region of its own. */
export interface MiniStack extends AsyncDisposable {
  readonly pid: number
  /** Of all of its services. */
  readonly endpoint: string
  /** What whoever talks to it has in its environment: where it is, keys that mean nothing, no other credentials. */
  readonly environment: Readonly<Record<string, string>>
  /** Where it and its functions may write; gone with it. */
  readonly scratch: string
}

export const account = '000000000000'
export const region = 'us-east-1'

export interface MiniStackOptions {
  /** Where what it says is kept. */
  readonly logFile?: string
  /** What it, its functions and whoever uses its environment have in theirs besides. */
  readonly variables?: Readonly<Record<string, string>>
}

const isUp = async (endpoint: string): Promise<boolean> => {
  try {
    return (await fetch(`${endpoint}/_ministack/health`)).ok
  } catch {
    return false
  }
}

/** What an SDK takes from its environment, so that it asks nobody else. */
export const accessTo = (endpoint: string): Readonly<Record<string, string>> => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: region,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
})

const environmentFor = (endpoint: string, scratch: string): Readonly<Record<string, string>> => ({
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: scratch,
  TMPDIR: scratch,
  ...accessTo(endpoint),
})

const untilClosed = join(import.meta.dirname, 'until-closed.py')

/** Starts it on a free port of this machine's loopback and waits until it answers. */
export const startMiniStack = async (
  { program }: PythonPrograms,
  { logFile = '/dev/null', variables = {} }: MiniStackOptions = {},
): Promise<MiniStack> => {
  const scratch = mkdtempSync(join(tmpdir(), 'ministack-'))
  mkdirSync(join(scratch, 'state'))
  // What it runs are `.js` files below this folder, and CommonJS.
  writeFileSync(join(scratch, 'package.json'), '{}')
  const endpoint = `http://127.0.0.1:${await freePort()}`
  const environment = { ...environmentFor(endpoint, scratch), ...variables }
  const log = openSync(logFile, 'w')
  const child = spawn(program('python'), [untilClosed, 'ministack'], {
    cwd: scratch,
    env: {
      ...environment,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: new URL(endpoint).port,
      MINISTACK_ACCOUNT_ID: account,
      MINISTACK_REGION: region,
      STATE_DIR: join(scratch, 'state'),
      S3_DATA_DIR: join(scratch, 's3'),
    },
    stdio: ['pipe', log, log],
    // A group of its own, which its functions end with.
    detached: true,
  })
  const end = () => process.kill(-child.pid!, 'SIGTERM')
  const leave = () => {
    end()
    rmSync(scratch, { recursive: true, force: true })
  }
  process.once('exit', leave)
  await eventually(() => isUp(endpoint), 'MiniStack')
  return {
    pid: child.pid!,
    endpoint,
    environment,
    scratch,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', leave)
      const ended = once(child, 'exit')
      end()
      const forced = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 10_000)
      await ended
      clearTimeout(forced)
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
