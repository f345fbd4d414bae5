/** After a whole test run: what roles may do and nobody did. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { failRun } from '../support/run-report.ts'
import { isComplete } from '../support/run-files.ts'
import { isAll } from '../support/tier.ts'
import { functionsOf, grantsOf } from './grant.ts'
import { localPlan } from './local-plan.ts'
import { folderVariable, type Notes, readNotes } from './notes.ts'
import { denials, faultsOf } from './report.ts'
import { unusedGrants } from './unused-grants.ts'

/** Whether both tiers ran and nothing failed: nothing follows from what a part of them left unused. */
const isWhole = (vitest: TestProject['vitest']): boolean =>
  isAll &&
  isComplete(vitest) &&
  vitest.state.getTestModules().every(module => ['passed', 'skipped'].includes(module.state()))

/** Says how much it judged, so that nobody takes silence for a verdict. */
const faultsOfWholeRun = (notes: Notes): readonly string[] => {
  const plan = localPlan()
  const grants = [...grantsOf(plan).values()].flat()
  const functions = functionsOf(plan)
  const faults = faultsOf({ grants, functions, notes, explained: unusedGrants })
  console.log(`${grants.length} grants judged: ${faults.length} faults`)
  return faults
}

/** @throws what is wrong with who may do what, which fails the run */
export const judgeRun = (vitest: TestProject['vitest'], notes: Notes): void => {
  const faults = isWhole(vitest) ? faultsOfWholeRun(notes) : denials(notes)
  if (faults.length > 0) failRun(`Who may do what:\n${faults.join('\n')}`)
}

/** What vitest calls before the first file of each project; the answer is called after the last, and fails the run by throwing. */
export const setup = ({ vitest }: TestProject) => {
  if (process.env[folderVariable] !== undefined) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'verification-noted-grants-'))
  process.env[folderVariable] = folder
  return async (): Promise<void> => {
    const notes = readNotes(folder)
    rmSync(folder, { recursive: true, force: true })
    judgeRun(vitest, notes)
  }
}
