/** Synthesises each stage of a test run once, for all files: their worlds differ by their ports, and few by more. */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { simulatedRegistries } from '../../infra/local/registry-simulator.ts'
import type { StageSettings } from '../../infra/stage-settings.ts'
import { hostsAt, stages } from '../../infra/stages.ts'
import { bundledOnce } from './bundled-once.ts'
import { madeOnce } from './made-once.ts'

/** Where a world is found: its gateway and the simulator of its registries. */
export interface Addresses {
  readonly service: string
  readonly registries: string
}

/** Stand for the places of a world, which are known when it starts. */
const anywhere: Addresses = { service: 'http://localhost:65001', registries: 'http://localhost:65002' }

const stageOf = ({ service, registries }: Addresses, settings: Partial<StageSettings>): StageSettings => ({
  ...stages.local,
  registries: simulatedRegistries({ url: registries }),
  hosts: hostsAt(service),
  ...settings,
})

/** Loaded where a stage is synthesised indeed: CDK takes a second. */
const synthesise = async (stage: StageSettings, folder: string): Promise<void> => {
  const { synthesise } = await import('../../infra/synthesise.ts')
  synthesise(stage, folder, { bundles: bundledOnce() })
}

const moveTo = (folder: string, addresses: Addresses): void => {
  for (const name of readdirSync(folder).filter(name => name.endsWith('.template.json'))) {
    const file = join(folder, name)
    const moved = (Object.keys(anywhere) as (keyof Addresses)[]).reduce(
      (text, each) => text.replaceAll(anywhere[each], addresses[each]),
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, moved)
  }
}

/** Functions have the same code in every assembly. Loaded from one place, they are compiled once a run. */
const linkCode = async (made: string, folder: string): Promise<void> => {
  const cache = await madeOnce({ compiled: true }, () => {})
  symlinkSync(cache, join(folder, '.compile-cache'))
  for (const name of readdirSync(made).filter(isAsset)) {
    const code = await madeOnce({ asset: name }, kept => cpSync(join(made, name), kept, { recursive: true }))
    symlinkSync(code, join(folder, name))
  }
}

const isAsset = (name: string): boolean => name.startsWith('asset.')

/** Fills the folder with the assembly of the stage `local`, with these differences, for a world at these places. */
export const assemble = async (
  folder: string,
  addresses: Addresses,
  settings: Partial<StageSettings>,
): Promise<void> => {
  const made = await madeOnce({ world: settings }, kept => synthesise(stageOf(anywhere, settings), kept))
  for (const name of readdirSync(made).filter(name => !isAsset(name)))
    cpSync(join(made, name), join(folder, name), { recursive: true })
  await linkCode(made, folder)
  moveTo(folder, addresses)
}
