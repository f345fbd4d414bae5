import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAssembly } from '../../infra/emulator/cloudformation/assembly.ts'
import { type Plan, planEmulation } from '../../infra/emulator/cloudformation/plan.ts'
import { registriesAt, stages } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'
import { bundledOnce } from '../support/bundled-once.ts'

const nowhere = 'http://localhost:9'

/** What the emulator hosts, with every registry connected, as in `npm start`. */
export const localPlan = (): Plan => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-grants-'))
  try {
    synthesise({ ...stages.local, registries: registriesAt(nowhere) }, folder, { bundles: bundledOnce() })
    return planEmulation(readAssembly(folder), { gateway: nowhere, httpApi: nowhere, issuer: nowhere })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
