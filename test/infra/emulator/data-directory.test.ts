import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DataDirectory, openDataDirectory } from '../../../infra/emulator/data-directory.ts'
import { temporaryFolder } from './environment.ts'

const parent = temporaryFolder()
let folder: string
let data: DataDirectory
let count = 0

/** As the engines leave their files. */
const fill = (file: string): void => {
  const database = new DatabaseSync(join(folder, file))
  database.exec('CREATE TABLE IF NOT EXISTS kept (item TEXT)')
  database.close()
}

beforeEach(() => {
  folder = join(parent.path, 'new', String(++count))
  data = openDataDirectory(folder)
})
afterEach(() => data.close())

it('is made with all the folders above it, and knows when it was last in use', () => {
  expect(statSync(folder).isDirectory()).toBe(true)
  expect(data.lastUsedAt).toBeUndefined()
  data.check()
  data.close()
  data = openDataDirectory(folder)
  expect(data.lastUsedAt).toBeLessThanOrEqual(Date.now())
})

it('takes a file that is not there for a beginning until it has been complete, and for a loss after that', () => {
  fill('tables.db')
  data.close()
  rmSync(join(folder, 'tables.db'))
  data = openDataDirectory(folder)
  fill('tables.db')
  data.complete()
  data.close()
  rmSync(join(folder, 'tables.db'))
  expect(() => openDataDirectory(folder)).toThrow(`The data directory ${folder} has lost tables.db`)
  fill('tables.db')
  data = openDataDirectory(folder)
})

it('misses no table file on a machine that has a DynamoDB of its own', () => {
  data.complete()
  data.close()
  data = openDataDirectory(folder)
  data.complete()
  data.check()
})

it('notices that a file was taken away or replaced while it was in use', () => {
  fill('tables.db')
  data.complete()
  data.check()
  rmSync(join(folder, 'tables.db'))
  const lost = `The data directory ${folder} lost tables.db while it was in use`
  expect(() => data.check()).toThrow(lost)
  // What holds the same name next may hold the old one's place on the disk, too; so another takes that first.
  writeFileSync(join(folder, 'other'), '')
  fill('tables.db')
  expect(() => data.check()).toThrow(lost)
})

it('says that it can be written no more', () => {
  data.complete()
  data.database.exec('PRAGMA query_only = 1')
  expect(() => data.check()).toThrow(
    `The data directory ${folder} can be written no more: attempt to write a readonly`,
  )
})
