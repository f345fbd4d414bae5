/** Hosts the emulator in a process of its own, to be killed: `node emulator-process.ts ASSEMBLY DATA_DIRECTORY`. */
import { startEmulator } from '../../../infra/emulator/emulator.ts'

const [, , assembly = '', dataDirectory = ''] = process.argv
const region = await startEmulator({ assembly, dataDirectory })
const ids = process.argv.slice(4).map(path => [path, region.physicalId(path)])
console.log(JSON.stringify({ environment: region.environment, ids: Object.fromEntries(ids) }))
