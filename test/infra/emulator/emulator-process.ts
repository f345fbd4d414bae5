/** Hosts the emulator in a process of its own, to be killed: `node emulator-process.ts ASSEMBLY DATA_DIRECTORY`. */
import { startEmulator } from '../../../infra/emulator/emulator.ts'

const [, , assembly = '', dataDirectory = ''] = process.argv
const emulator = await startEmulator({ assembly, dataDirectory })
const ids = process.argv.slice(4).map(path => [path, emulator.physicalId(path)])
console.log(JSON.stringify({ environment: emulator.environment, ids: Object.fromEntries(ids) }))
