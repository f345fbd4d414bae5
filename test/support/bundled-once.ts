/** Bundles the functions once for all files of a test run: their worlds differ in settings, never in code. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bundles } from '../../infra/constructs/bundle.ts'
import { stages } from '../../infra/stages.ts'
import { bundleAll } from '../../infra/synthesise.ts'

const variable = 'BUNDLED_FUNCTIONS'

/** What vitest calls before the first file of each project; the answer is called after the last. */
export const setup = (): (() => void) => {
  if (process.env[variable] !== undefined) return () => {}
  const outputFolder = mkdtempSync(join(tmpdir(), 'verification-bundles-'))
  process.env[variable] = JSON.stringify([...bundleAll(stages.local, outputFolder)])
  return () => rmSync(outputFolder, { recursive: true, force: true })
}

/** Undefined outside a test run, as in a bench. */
export const bundledOnce = (): Bundles | undefined => {
  const bundles = process.env[variable]
  return bundles === undefined ? undefined : new Map(JSON.parse(bundles) as [string, string][])
}
