import type { Reporter, Vitest } from 'vitest/node'
import { failRun } from '../support/run-report.ts'
import { isComplete } from '../support/run-files.ts'
import { folderVariable, readNotes } from './notes.ts'
import { judgeRun } from './whole-run.ts'

/** Judges who may do what by all that the shards of a run noted. Vitest is given this file's path. */
class JoinedGrants implements Reporter {
  #vitest!: Vitest

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(): void {
    if (!isComplete(this.#vitest)) failRun('The shards did not run every file, so no grant is judged.')
    judgeRun(this.#vitest, readNotes(process.env[folderVariable]!))
  }
}

export { JoinedGrants as default }
