/** Hosts an emulator in a process of its own, seeded and to be killed: `node emulator-program.ts ASSEMBLY DATA_FOLDER PORT`. */

import { startEmulator } from '../../infra/emulator/emulator.ts'
import { openLocalData, seed } from '../../infra/local/seed.ts'
import { folderPlace } from '../../infra/release/formats.ts'
import { notedGrants } from '../grants/notes.ts'

const [, , assembly = '', dataDirectory = '', port] = process.argv
const emulator = await startEmulator({
  assembly,
  dataDirectory,
  port: Number(port),
  writeLog: console.log,
  beforeWork: openLocalData(folderPlace(dataDirectory)),
  ...notedGrants(),
})
await seed(emulator)
console.log(`ready ${emulator.outboxFolder}`)
