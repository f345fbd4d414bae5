import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/* What README and guides have a reader type runs with what README asks for: npm, and a Node that may know no `.ts`. */

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const files = globSync('{README.md,.github/*.md,test/bench/README.md,functions/pages/docs/*.md}', {
  cwd: root,
})

const found = (pattern: RegExp): string[] =>
  files.flatMap(file => [...textOf(file).matchAll(pattern)].map(([, words]) => `${file}: ${words}`))

it('is run by npm, which takes the Node that the install brought', () => {
  expect(found(/\b(node\s+(?:-\S+\s+)*(?:\.\/)?(?:shared|functions|infra|test)\/\S+)/g)).toEqual([])
})

it('is a script of package.json', () => {
  const scripts: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts
  const named = found(/\bnpm run\s+(?:--silent\s+)?([a-z][\w:-]*)/g)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(each => !(each.split(': ')[1]! in scripts))).toEqual([])
})
