/** Folders that a test run makes once, for all of its workers. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

const variable = 'MADE_ONCE'

/** What vitest calls before the first file of each project; the answer is called after the last. */
export const setup = (): (() => void) => {
  if (process.env[variable] !== undefined) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'verification-made-once-'))
  process.env[variable] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** A bench or a program by hand has a folder of its own. */
const openFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-made-once-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env[variable] = folder
  return folder
}

const isFirst = (lock: string): boolean => {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/** The folder of what the subject says, made by the first who asks for it, while others wait. Nobody changes it. */
export const madeOnce = async (
  subject: object,
  make: (folder: string) => Promise<void> | void,
): Promise<string> => {
  const all = process.env[variable] ?? openFolder()
  const kept = join(all, createHash('sha256').update(JSON.stringify(subject)).digest('hex'))
  const lock = `${kept}.lock`
  await eventually(() => existsSync(kept) || isFirst(lock), 'what another worker makes', 100)
  if (existsSync(kept)) return kept
  const made = mkdtempSync(join(all, 'making-'))
  try {
    await make(made)
    renameSync(made, kept)
  } finally {
    rmSync(lock, { recursive: true })
  }
  return kept
}
