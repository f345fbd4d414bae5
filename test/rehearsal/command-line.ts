import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** Runs a program of Node's, which ends with this process at the latest. */
export const runNode = async (words: readonly string[], options: RunOptions): Promise<void> => {
  const running = run(process.execPath, words, { ...options, maxBuffer: 2 ** 26 })
  const end = () => running.child.kill()
  process.once('exit', end)
  try {
    await running
  } finally {
    process.off('exit', end)
  }
}

const root = join(import.meta.dirname, '../..')

/** The CDK CLI as an operator runs it, told of nothing but the emulator, and telling nobody of itself. */
export const cdk = async (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> => {
  const quiet = ['--no-notices', '--no-version-reporting', '--no-color']
  const program = join(root, 'node_modules/aws-cdk/bin/cdk')
  const options = {
    cwd: root,
    env: { ...environment, CI: 'true', CDK_DISABLE_CLI_TELEMETRY: 'true' },
  }
  try {
    await runNode([program, ...words, ...quiet], options)
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`cdk ${words.join(' ')}\n${`${stdout}${stderr}`.slice(-3000)}`)
  }
}
