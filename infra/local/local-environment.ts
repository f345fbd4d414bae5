import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entries } from '../constructs/entries.ts'
import { physicalName } from '../constructs/names.ts'
import { type Emulator, startEmulator } from '../emulator/emulator.ts'
import type { EmulatorResources } from '../emulator/emulator-resources.ts'
import { folderPlace, localPlace } from '../release/formats.ts'
import { hostsAt, stages } from '../stages.ts'
import { announce } from './announcement.ts'
import { assemble } from './assembly.ts'
import { simulatedRegistries, startRegistrySimulator } from './registry-simulator.ts'
import { openLocalData, seed } from './seed.ts'

export interface LocalEnvironmentOptions {
  readonly resources: EmulatorResources
  readonly watch: boolean
  /** Says what takes a while before it is begun. */
  begin(step: string): void
  say(line: string): void
  writeLog(line: string): void
  onBreakdown(reason: string): void
}

export interface LocalEnvironment {
  readonly url: string
  readonly simulatorUrl: string
  stop(graceMilliseconds: number): Promise<void>
}

/** Exists as long as this process. */
const assemblyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-local-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const root = join(import.meta.dirname, '../..')

const swapFunctions = async (
  region: Emulator,
  assembly: string,
  print: (line: string) => void,
): Promise<void> => {
  // Imported here, because the bundler is needed only for this.
  const { reloadOnSave: swapOnSave } = await import('./reload.ts')
  swapOnSave({
    entries,
    functionsFolder: join(root, 'functions'),
    outputFolder: join(assembly, 'functions'),
    watchedFolders: [join(root, 'functions'), join(root, 'shared')],
    replaceCode: (entry, folder) =>
      region.replaceCode(physicalName(stages.local, entry.replaceAll('/', '-')), folder),
    print,
  })
}

export const startLocalEnvironment = async (options: LocalEnvironmentOptions): Promise<LocalEnvironment> => {
  const { resources, begin, say } = options
  const simulator = await startRegistrySimulator()
  const registries = simulatedRegistries(simulator)
  const { httpApi } = resources.listeners.addresses
  const settings = { ...stages.local, registries, hosts: hostsAt(httpApi) }
  const assembly = assemblyFolder()
  await assemble(settings, assembly, begin)
  begin('starting the table’s engine and the emulator')
  const { folder } = resources.data
  const place = folder === undefined ? localPlace('This environment') : folderPlace(folder)
  const region = await startEmulator({ ...options, assembly, beforeWork: openLocalData(place) })
  begin('creating clients and people')
  await seed(region)
  announce(region)
  if (options.watch) await swapFunctions(region, assembly, say)
  return {
    url: region.url,
    simulatorUrl: simulator.url,
    stop: async graceMilliseconds => {
      await region.stop(graceMilliseconds)
      await simulator.stop()
    },
  }
}
