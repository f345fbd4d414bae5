import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** The CDK CLI as an operator runs it, told of nothing but the emulator, and telling nobody of itself. */
export const cdk = async (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> => {
  const quiet = ['--no-notices', '--no-version-reporting', '--no-color']
  const program = `${root}node_modules/aws-cdk/bin/cdk`
  const options = {
    cwd: root,
    env: { ...environment, CI: 'true', CDK_DISABLE_CLI_TELEMETRY: 'true' },
    maxBuffer: 2 ** 26,
  }
  try {
    await run(process.execPath, [program, ...words, ...quiet], options)
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`cdk ${words.join(' ')}\n${`${stdout}${stderr}`.slice(-3000)}`)
  }
}
