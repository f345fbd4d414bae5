import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startRegion } from '../region/region.ts'
import { stages } from '../stages.ts'
import { synthesise } from '../synthesise.ts'
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

/** `npm start`: synthesises the stage `local`, hosts it, seeds it and says so. `--data DIR` keeps everything. */
const start = async (): Promise<void> => {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  const port = portOf(process.env.PORT)
  const simulator = await startRegistrySimulator()
  const registries = simulatedRegistries(simulator)
  const settings = { ...stages.local, registries, mediaUrl: `http://localhost:${port}` }
  let isReady = false
  const region = await startRegion({
    assembly: synthesise(settings, assemblyFolder()),
    port,
    ...(values.data && { dataDirectory: values.data }),
    writeLog: line => isReady && console.log(line),
  })
  await seed(region)
  console.log(welcome(region.url, simulator.url))
  isReady = true
  const stop = async () => {
    await region.stop()
    await simulator.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}

try {
  await start()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
