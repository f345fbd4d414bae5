import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { StageSettings } from '../stage-settings.ts'

/**
 * Runs in a process of its own, because CDK would keep 200 MB and is needed for two seconds. @throws the
 * synthesis's error
 */
export const assemble = async (
  settings: StageSettings,
  folder: string,
  begin: (step: string) => void,
): Promise<void> => {
  const script = join(import.meta.dirname, 'assembly-process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(settings), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface(child.stdout).on('line', begin)
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(complaint.trim() || `The synthesis ended with ${code}`)
}
