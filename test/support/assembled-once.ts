/** Synthesises each stage of a test run once, for all files: their worlds differ by their ports, and few by more. */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatedRegistries } from '../../infra/local/registry-simulator.ts'
import { hostsAt, type Stage, stages } from '../../infra/stages.ts'
import { bundledOnce } from './bundled-once.ts'

const variable = 'ASSEMBLED_STAGES'

/** What vitest calls before the first file; the answer is called after the last. */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-assemblies-'))
  process.env[variable] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Where a world is found: its gateway and the simulator of its registries. */
export interface Places {
  readonly service: string
  readonly registries: string
}

/** Stand for the places of a world, which are known when it starts. */
const anywhere: Places = { service: 'http://localhost:65001', registries: 'http://localhost:65002' }

const stageOf = ({ service, registries }: Places, settings: Partial<Stage>): Stage => ({
  ...stages.local,
  registries: simulatedRegistries({ url: registries }),
  hosts: hostsAt(service),
  ...settings,
})

/** Loaded where a stage is synthesised indeed: CDK takes a second. */
const synthesise = async (stage: Stage, folder: string): Promise<void> => {
  const { synthesise } = await import('../../infra/synthesise.ts')
  synthesise(stage, folder, { bundles: bundledOnce() })
}

/** The assembly for a world anywhere, made by the first who asks for it. */
const assembledOnce = async (all: string, settings: Partial<Stage>): Promise<string> => {
  const kept = join(all, createHash('sha256').update(JSON.stringify(settings)).digest('hex'))
  if (existsSync(kept)) return kept
  const made = mkdtempSync(join(all, 'making-'))
  await synthesise(stageOf(anywhere, settings), made)
  try {
    renameSync(made, kept)
  } catch {
    // Another file's world was first.
    rmSync(made, { recursive: true })
  }
  return kept
}

const moveTo = (folder: string, places: Places): void => {
  for (const name of readdirSync(folder).filter(name => name.endsWith('.template.json'))) {
    const file = join(folder, name)
    const moved = (Object.keys(anywhere) as (keyof Places)[]).reduce(
      (text, each) => text.replaceAll(anywhere[each], places[each]),
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, moved)
  }
}

/** Fills the folder with the assembly of the stage `local`, with these differences, for a world at these places. */
export const assemble = async (folder: string, places: Places, settings: Partial<Stage>): Promise<void> => {
  const all = process.env[variable]
  // A bench or a program by hand makes but one.
  if (all === undefined) return synthesise(stageOf(places, settings), folder)
  cpSync(await assembledOnce(all, settings), folder, { recursive: true })
  moveTo(folder, places)
}
