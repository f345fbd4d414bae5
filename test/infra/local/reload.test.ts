import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reloadOnSave } from '../../../infra/local/reload.ts'
import { startWorld, temporaryFolder, type World } from '../emulator/environment.ts'

const folder = temporaryFolder()
const sources = join(folder.path, 'functions')
const printed: string[] = []
let world: World
let stop: () => void

/** As editors do: a new file takes the old one's place. */
const save = (file: string, source: string) => {
  writeFileSync(join(folder.path, 'new'), source)
  renameSync(join(folder.path, 'new'), join(sources, file))
}
const answering = (value: string) => `export const handler = async () => ${value}`

beforeAll(async () => {
  mkdirSync(join(sources, 'words'), { recursive: true })
  save('one.ts', `import { word } from './words/word.ts'\n${answering('word')}`)
  save('other.ts', answering("'other'"))
  save('words/word.ts', "export const word: string = 'first'")
  world = await startWorld((_stack, lambda) => {
    for (const name of ['one', 'other']) lambda(name, answering("'hosted'"), { functionName: name })
  })
  stop = reloadOnSave({
    entries: ['one', 'other'],
    functionsFolder: sources,
    outputFolder: join(folder.path, 'bundles'),
    watchedFolders: [sources],
    replaceCode: world.emulator.replaceCode,
    print: line => printed.push(line),
  })
})
afterAll(async () => {
  stop?.()
  await world?.stop()
  folder.remove()
})

test('a saved file replaces the code of the functions that are made of it, and of no other', async () => {
  save('words/word.ts', "export const word: string = 'second'")
  await expect.poll(() => printed.at(-1)).toMatch(/^swapped one \(\d\.\d s\)$/)
  expect(await world.emulator.invoke('one', {})).toBe('second')
  expect(await world.emulator.invoke('other', {})).toBe('hosted')
  save('words/word.ts', "export const word: string = 'third'")
  await expect.poll(() => world.emulator.invoke('one', {})).toBe('third')
})

test('a file that cannot be bundled is one message, and the next good one is taken', async () => {
  save('other.ts', 'export const handler = (')
  await expect.poll(() => printed.at(-1)).toMatch(/^not swapped: .*\n.*other\.ts:1:\d+: ERROR: /)
  expect(await world.emulator.invoke('other', {})).toBe('hosted')
  save('other.ts', answering("'mended'"))
  await expect.poll(() => printed.at(-1)).toMatch(/^swapped other /)
  expect(await world.emulator.invoke('other', {})).toBe('mended')
})
