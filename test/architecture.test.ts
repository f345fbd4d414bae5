import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** The rooms of `shared`: each imports only rooms that stand before it. */
const rooms = [
  'aws',
  'table',
  'account',
  'http',
  'place',
  'identity',
  'verification',
  'fieldwork',
  'event',
  'webhook',
  'outbox',
]

interface Import {
  readonly file: string
  readonly target: string
}

const files = globSync('{shared,functions,infra,test}/**/*.ts', { cwd: root })
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

const importsOf = (file: string): Import[] => {
  const targets = [...textOf(file).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target]) => target!)
  const resolve = (target: string) =>
    target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target
  return targets.map(target => ({ file, target: resolve(target) }))
}

const imports = files.flatMap(importsOf)
const isOurs = (path: string): boolean => /^(shared|functions|infra|test)\//.test(path)
const ours = imports.filter(({ target }) => isOurs(target))

/** The room a file lives in: the first two folders of `shared`, the first of everything else. */
const roomOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/')
  return first === 'shared' && !second.endsWith('.ts') ? `shared/${second}` : first
}

const rankOf = (path: string): number => {
  const room = roomOf(path)
  return room === 'shared' ? rooms.length : rooms.indexOf(room.slice('shared/'.length))
}

describe('the rooms of shared', () => {
  const within = ours.filter(({ file }) => file.startsWith('shared/'))

  it('are the ones in the list', () => {
    const found = new Set(files.filter(file => file.startsWith('shared/')).map(roomOf))
    expect([...found].sort()).toEqual(['shared', ...rooms.map(room => `shared/${room}`)].sort())
  })

  it('import only rooms that stand before them', () => {
    const wrong = within.filter(
      ({ file, target }) => !target.startsWith('shared/') || rankOf(target) > rankOf(file),
    )
    expect(wrong).toEqual([])
  })

  it('keep at least 55 % of the imports of shared and functions inside a room', () => {
    const counted = ours.filter(({ file }) => /^(shared|functions)\//.test(file))
    const inside = counted.filter(({ file, target }) => roomOf(file) === roomOf(target))
    const share = inside.length / counted.length
    console.info(
      `${inside.length} of ${counted.length} imports stay inside a room: ${Math.round(share * 100)} %`,
    )
    expect(share).toBeGreaterThanOrEqual(0.55)
  })
})
