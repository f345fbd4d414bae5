import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AdminCall } from '../admin/admin-command.ts'
import { askAws, RefusedError } from '../admin/target.ts'
import { UsageError } from '../local/options.ts'
import { faultsOf, type StageSettings } from '../stage-settings.ts'
import { readNeeds } from './needs.ts'
import { type ClientConfig, type PreflightFinding, preflight } from './preflight.ts'

/** By a process of its own, as `cdk` does it. @throws Error in the process's words */
const synthesiseInto = (folder: string, { name }: StageSettings) => {
  const app = join(import.meta.dirname, '../app.ts')
  const env = { ...process.env, CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify({ stage: name }) }
  return promisify(execFile)(process.execPath, [app], { env })
}

/** Holds what the stage's templates need against the account. */
export const checkStage = async (
  settings: StageSettings,
  config: ClientConfig,
): Promise<readonly PreflightFinding[]> => {
  const faults = faultsOf(settings)
  if (faults.length > 0)
    return faults.map(fault => ({ isFatal: true, text: `The stage ${settings.name}: ${fault}` }))
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'))
  try {
    await synthesiseInto(folder, settings)
    return await preflight(settings, readNeeds(settings, folder), config)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A finding a line, those that a deploy fails by first. */
export const describeFindings = (findings: readonly PreflightFinding[]): string =>
  findings
    .toSorted((one, other) => Number(other.isFatal) - Number(one.isFatal))
    .map(({ isFatal, text }) => `${isFatal ? 'stops' : 'warns'}  ${text}`)
    .join('\n')

/** `npm run admin -- preflight`. @throws RefusedError that says what stops a deploy */
export const runPreflight = async ({ target }: AdminCall): Promise<{ readonly findings: string }> => {
  const { stage } = target
  if (!stage) throw new UsageError('--stage names the stage to look at')
  const region = target.region ?? stage.region
  const found = await askAws(target, () => checkStage(stage, region ? { region } : {}))
  const findings = describeFindings(found)
  if (found.some(({ isFatal }) => isFatal)) throw new RefusedError(findings)
  return { findings: findings || 'ok, nothing was found' }
}
