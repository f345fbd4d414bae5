import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

interface Import {
  readonly file: string
  readonly target: string
}

const files = globSync('{shared,functions,infra,test}/**/*.ts', { cwd: root })

const importsOf = (file: string): Import[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const targets = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target]) => target!)
  const resolve = (target: string) =>
    target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target
  return targets.map(target => ({ file, target: resolve(target) }))
}

const imports = files.flatMap(importsOf)

/** The room a file lives in: the first two folders of `shared`, the first of everything else. */
const roomOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/')
  return first === 'shared' ? `shared/${second}` : first
}

const pure = ['shared/contract', 'shared/domain']
const shared = [
  ...pure,
  'shared/table',
  'shared/registry',
  'shared/webhook',
  'shared/http',
  'shared/aws',
  'shared/operations',
]

/** Who may import whom. Imports run one way, so that what is true without a network never learns of one. */
const allowed: Record<string, readonly string[]> = {
  'shared/contract': ['shared/contract'],
  'shared/domain': pure,
  'shared/table': [...pure, 'shared/table'],
  'shared/registry': [...pure, 'shared/registry'],
  'shared/webhook': [...pure, 'shared/webhook'],
  'shared/http': [...pure, 'shared/http'],
  'shared/aws': [...pure, 'shared/table', 'shared/registry', 'shared/webhook', 'shared/http', 'shared/aws'],
  'shared/operations': shared,
  functions: [...shared, 'functions'],
  infra: [...pure, 'shared/table', 'shared/registry', 'infra'],
}

const isOurs = (path: string): boolean => /^(shared|functions|infra|test)\//.test(path)

it('imports one way only', () => {
  const wrong = imports.filter(({ file, target }) => {
    const may = allowed[roomOf(file)]
    return may && isOurs(target) && !may.includes(roomOf(target))
  })
  expect(wrong).toEqual([])
})

it('lets no function import another function', () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      file.startsWith('functions/') && target.startsWith('functions/') && dirname(file) !== dirname(target),
  )
  expect(wrong).toEqual([])
})

it('keeps the SDK and the environment in shared/aws', () => {
  const sdk = imports.filter(
    ({ file, target }) => /^(shared|functions)\//.test(file) && target.startsWith('@aws-sdk/'),
  )
  expect(sdk.filter(({ file }) => roomOf(file) !== 'shared/aws')).toEqual([])
  const readers = files.filter(
    file =>
      /^(shared|functions)\//.test(file) && readFileSync(join(root, file), 'utf8').includes('process.env'),
  )
  expect(readers.map(roomOf).filter(room => room !== 'shared/aws')).toEqual([])
})

it('keeps the rules pure: no await, no clock, no chance in shared/domain and shared/contract', () => {
  const impure = files
    .filter(file => pure.includes(roomOf(file)))
    .filter(file =>
      /\bawait\b|Date\.now|new Date\(\)|Math\.random/.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(impure).toEqual([])
})

it('lets one file alone know the format of keys', () => {
  const knowing = files
    .filter(file => /^(shared|functions)\//.test(file))
    .filter(file =>
      /#(verification|event|endpoint|guard|repeat)#/.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(knowing).toEqual(['shared/table/keys.ts'])
})

it('has no folder that is named for a technical kind', () => {
  const folders = new Set(files.flatMap(file => dirname(file).split('/')))
  const refused = ['utils', 'helpers', 'types', 'interfaces', 'dtos', 'common', 'services']
  expect(refused.filter(name => folders.has(name))).toEqual([])
})

it('exports by name', () => {
  const defaults = files
    .filter(file => file !== 'test/vitest.config.ts')
    .filter(file => /^export default/m.test(readFileSync(join(root, file), 'utf8')))
  expect(defaults).toEqual([])
})
