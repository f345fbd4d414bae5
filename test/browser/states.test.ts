import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesMatching } from '../support/source-imports.ts'
import { inEachView, inOneView } from './states.ts'

const listed = [...inEachView, ...Object.keys(inOneView)]
const tests = filesMatching('test/browser/*.test.ts').map(file =>
  readFileSync(join(import.meta.dirname, '../..', file), 'utf8'),
)

/** Whether a test names it: whole, or what is left of it where the name of its page is put before or behind. */
const isNamedIn =
  (name: string) =>
  (text: string): boolean => {
    const made = Array.from(text.matchAll(/`([a-z-]*)\$\{(?:name|state|app)\}([a-z-]*)`/g))
    const rests = made
      .filter(([, before, after]) => name.startsWith(before!) && name.endsWith(after!))
      .map(([, before, after]) => name.slice(before!.length, name.length - after!.length))
    return [name, ...rests].some(each => text.includes(`'${each}'`) || text.includes(`  ${each}: `))
  }

it('are all looked at, and none is listed twice', () => {
  expect(listed.filter(name => !tests.some(isNamedIn(name)))).toEqual([])
  expect(listed.length).toBe(new Set(listed).size)
})
