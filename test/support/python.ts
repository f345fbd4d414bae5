import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Programs of Python packages, in a folder of their own. */
export interface PythonPrograms {
  /** Such as `python` or `schemathesis`; its path. */
  readonly program: (name: string) => string
}

/**
 * Installs packages into a virtual environment in this folder, which may be there already.
 * @param packages with their versions: `schemathesis==4.32.5`
 * @returns undefined, with the reason on standard error, where there is no Python 3 or no registry of its packages
 */
export const pythonPrograms = async (
  folder: string,
  packages: readonly string[],
): Promise<PythonPrograms | undefined> => {
  const program = (name: string): string => join(folder, 'bin', name)
  try {
    mkdirSync(folder, { recursive: true })
    await run('python3', ['-m', 'venv', folder])
    await run(program('pip'), ['install', '--quiet', ...packages], { timeout: 300_000 })
    return { program }
  } catch (error) {
    console.error((error as Error).message.slice(-2000))
    return undefined
  }
}
