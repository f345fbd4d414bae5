import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { openDataDirectory } from '../../../infra/emulator/data-directory.ts'
import { openLocalData } from './local-data.ts'
import { patience, runService } from './local-process.ts'

const { data, accepted, order, countFound, remove } = openLocalData()
afterAll(remove)

/** What the table's file holds before anything is ordered, so that its log alone has to be filled by orders. */
const filledBytes = 5_500_000

it(
  'ends when its files can grow no more, and has lost nothing that it accepted',
  async () => {
    openDataDirectory(data).close()
    const table = new DatabaseSync(join(data, 'tables.db'))
    table.exec(`CREATE TABLE filling (bytes BLOB); INSERT INTO filling VALUES (zeroblob(${filledBytes}))`)
    table.close()
    // Blocks of 1024 bytes, as bash counts: the image library's 5 MB still have to be laid down.
    await using service = await runService(['--data', data], { limits: 'ulimit -f 6144' })
    const isOver = () => service.child.exitCode !== null
    for (let count = 0; !isOver() && count < 2000; count++)
      await order(service.url, `Filling ${count}`).catch(() => false)
    expect(await service.ended).toBe(1)
    expect(service.output()).toMatch(/The table's engine cannot keep anything: .*disk/)
    expect(accepted.length).toBeGreaterThan(2)
  },
  patience,
)

it(
  'says that a folder is from later than now; ends when it is out of file handles',
  async () => {
    const database = new DatabaseSync(join(data, 'emulator.db'))
    database.prepare('UPDATE beat SET at = ?').run(Date.now() + 3 * 3_600_000)
    database.close()
    await using service = await runService(['--data', data, '--verbose'], { limits: 'ulimit -n 1024' })
    expect(service.output()).toContain(
      'The folder was last in use 3 h later than now. The clock went back by 3 h',
    )
    expect(await countFound(service.url)).toBe(accepted.length)
    expect(service.output()).toContain('"level":"INFO"')
    const { port } = new URL(service.url)
    const held = new Set<Socket>()
    // What is lost on the way is opened again: under load it may be.
    const hold = (): void => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
      held.add(socket)
      socket.once('close', () => held.delete(socket) && service.child.exitCode === null && hold())
    }
    for (let count = 0; count < 1024; count++) hold()
    expect(await service.ended).toBe(1)
    expect(service.output()).toMatch(/Out of file handles: \d+ of 1024 are open/)
    for (const socket of held) socket.destroy()
  },
  patience,
)
