import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { named } from '../constructs/context.ts'
import { entries } from '../entries.ts'
import { type Region, startRegion } from '../region/region.ts'
import { stages } from '../stages.ts'
import { assemble } from './assembly.ts'
import { simulatedRegistries, startRegistrySimulator } from './registry-simulator.ts'
import { seed } from './seed.ts'
import { welcome } from './welcome.ts'

const portOf = (text = '3000'): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error(`PORT=${text} is no port`)
  return Number(text)
}

/** A folder for the synthesised template, for as long as this process lives. */
const assemblyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-local-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const root = new URL('../..', import.meta.url).pathname

/** `npm run dev`: a saved file changes the functions that are made of it, and nothing else stops. */
const swapFunctions = async (region: Region, assembly: string): Promise<void> => {
  // Only here: with the bundler it would be loaded for nothing otherwise.
  const { swapOnSave } = await import('./swap.ts')
  swapOnSave({
    entries,
    functionsFolder: join(root, 'functions'),
    outputFolder: join(assembly, 'functions'),
    watchedFolders: [join(root, 'functions'), join(root, 'shared')],
    replaceCode: (entry, folder) =>
      region.replaceCode(named(stages.local, entry.replaceAll('/', '-')), folder),
    print: line => console.log(line),
  })
}

/**
 * `npm start`: synthesises the stage `local`, hosts it, seeds it and says so. `--data DIR` keeps everything,
 * `--watch` swaps functions as their files are saved.
 */
const start = async (): Promise<void> => {
  const { values } = parseArgs({ options: { data: { type: 'string' }, watch: { type: 'boolean' } } })
  const port = portOf(process.env.PORT)
  const simulator = await startRegistrySimulator()
  const registries = simulatedRegistries(simulator)
  const settings = { ...stages.local, registries, mediaUrl: `http://localhost:${port}` }
  const assembly = assemblyFolder()
  await assemble(settings, assembly)
  let isReady = false
  const region = await startRegion({
    assembly,
    port,
    ...(values.data && { dataDirectory: values.data }),
    writeLog: line => isReady && console.log(line),
  })
  await seed(region)
  if (values.watch) await swapFunctions(region, assembly)
  const stop = async () => {
    await region.stop()
    await simulator.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  // Last: whoever reads that it is ready may end it at once, and cleanly.
  console.log(welcome(region.url, simulator.url))
  isReady = true
}

try {
  await start()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
