/** After a whole test run: what roles may do and nobody did. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { functionsOf, grantsOf } from './grant.ts'
import { localPlan } from './local-plan.ts'
import { folderVariable, type Notes, readNotes } from './notes.ts'
import { denials, faultsOf } from './report.ts'
import { unusedGrants } from './unused-grants.ts'

/**
 * Whether every file of the project ran and none failed: nothing follows from what a part of them left unused. What says
 * by itself that it cannot run here has run.
 */
const isWhole = async (project: TestProject): Promise<boolean> => {
  const { testFiles } = await project.globTestFiles()
  const modules = project.vitest.state.getTestModules().filter(module => module.project.name === project.name)
  const good = modules.filter(module => ['passed', 'skipped'].includes(module.state()))
  const isAll = testFiles.every(file => good.some(({ moduleId }) => moduleId === file))
  return project.config.testNamePattern === undefined && isAll
}

/** Says how much it judged, so that nobody takes silence for a verdict. */
const faultsOfWholeRun = (notes: Notes): readonly string[] => {
  const plan = localPlan()
  const grants = [...grantsOf(plan).values()].flat()
  const functions = functionsOf(plan)
  const faults = faultsOf({ grants, functions, notes, explained: unusedGrants })
  console.log(`${grants.length} grants judged: ${faults.length} faults`)
  return faults
}

/** What vitest calls before the first file; the answer is called after the last, and fails the run by throwing. */
export const setup = (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-noted-grants-'))
  process.env[folderVariable] = folder
  return async (): Promise<void> => {
    const notes = readNotes(folder)
    rmSync(folder, { recursive: true, force: true })
    const faults = (await isWhole(project)) ? faultsOfWholeRun(notes) : denials(notes)
    if (faults.length > 0) throw new Error(`Who may do what:\n${faults.join('\n')}`)
  }
}
