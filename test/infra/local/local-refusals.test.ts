import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld } from '../../support/environment.ts'
import { openLocalData, start } from './local-data.ts'

const { folder, data, remove } = openLocalData()
beforeAll(async () => {
  const world = await startWorld({ dataDirectory: data })
  await world[Symbol.asyncDispose]()
})
afterAll(remove)

/** A copy of the folder as a backup would hold it, its logs folded in, with something done to it. */
const spoiled = (name: string, spoil: (copy: string) => void): string => {
  const copy = join(folder, name)
  cpSync(data, copy, { recursive: true })
  for (const file of ['emulator.db', 'tables.db']) {
    const database = new DatabaseSync(join(copy, file))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
  spoil(copy)
  return copy
}

const overwrite = (file: string): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8192, 'damage'), 0, 8192, 4096)
  closeSync(handle)
}

const foreign = (copy: string): void => {
  for (const file of readdirSync(copy)) rmSync(join(copy, file), { recursive: true })
  writeFileSync(join(copy, 'thesis.tex'), 'mine')
}

it.each<[string, (copy: string) => void, RegExp]>([
  ['a table file that is gone', copy => rmSync(join(copy, 'tables.db')), /has lost tables\.db/],
  ['a damaged table file', copy => overwrite(join(copy, 'tables.db')), /has a damaged tables\.db/],
  ['a table file that is empty', copy => truncateSync(join(copy, 'tables.db')), /tables\.db: it is empty/],
  ['a data file that is gone', copy => rmSync(join(copy, 'emulator.db')), /but no emulator\.db/],
  ['a data file that is empty', copy => truncateSync(join(copy, 'emulator.db')), /but no emulator\.db/],
  ['a damaged data file', copy => overwrite(join(copy, 'emulator.db')), /has a damaged emulator\.db/],
  ['things of somebody else', foreign, /holds other things \(thesis\.tex\)/],
])('refuses a folder with %s, in one line and before it builds', async (name, spoil, why) => {
  const copy = spoiled(name, spoil)
  const { code, output } = await start(['--data', copy])
  expect(code).toBe(1)
  const lines = output.trimEnd().split('\n').slice(1)
  expect(lines).toEqual([expect.stringMatching(why)])
  expect(lines[0]).toContain(`The data directory ${copy} `)
})

it.each([
  ['/proc/nope', /\/proc\/nope cannot be used: ENOENT/],
  [join(data, 'emulator.db'), /emulator\.db cannot be used: it is not a folder/],
  ['', /has no name/],
])('refuses the folder %j in one line', async (given, why) => {
  const { code, output } = await start(['--data', given])
  expect(code).toBe(1)
  expect(output.trimEnd().split('\n').slice(1)).toEqual([expect.stringMatching(why)])
})

it('refuses to start with too few file handles, and says how many it needs', async () => {
  const { code, output } = await start([], { limits: 'ulimit -n 256' })
  expect(code).toBe(1)
  expect(output).toContain('Too few file handles: 256 may be open, 1024 are needed.')
})

it.each([
  [['--dta', 'x'], "Unknown option '--dta'"],
  [['--data'], "Option '--data <value>' argument missing"],
  [['folder'], "Unexpected argument 'folder'"],
])('does not understand %j', async (args, why) => {
  expect(await start(args)).toEqual({
    code: 2,
    output: `${why}\nnpm start -- --help lists what is understood.\n`,
  })
})

it('explains itself', async () => {
  const { code, output } = await start(['--help'])
  expect(code).toBe(0)
  for (const option of ['--data', '--verbose', '--watch', 'PORT=']) expect(output).toContain(option)
})
