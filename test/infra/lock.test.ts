import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Locked {
  readonly version: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly license?: string
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
}

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const text = textOf('package-lock.json')
const packages: Readonly<Record<string, Locked>> = JSON.parse(text).packages
const { optionalDependencies } = JSON.parse(textOf('package.json'))

it('installs without a warning on Node 20: no package asks npm for more', () => {
  const admits20 = (range: string) =>
    range.split('||').some(part => /^(\*|[\^~]?20\b|>=?\s*([0-9]|1\d|20)\b)/.test(part.trim()))
  const wanting = Object.entries(packages).filter(
    ([, { engines }]) => engines?.node !== undefined && !admits20(engines.node),
  )
  // Everything here runs on the Node of the package `node`; npm compares with the machine's. Remove the line from the lock.
  expect(wanting.map(([name]) => name)).toEqual([])
})

it('has the database engine for each platform that its maker publishes it for, at one version', () => {
  const platforms = [
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
    ['linux', 'arm64'],
    ['linux', 'x64'],
    ['win32', 'x64'],
  ] as const
  const version = optionalDependencies['@dynoxide/linux-x64']
  const wanted = platforms.map(([os, cpu]) => ({ name: `@dynoxide/${os}-${cpu}`, os, cpu }))
  expect(optionalDependencies).toEqual(Object.fromEntries(wanted.map(({ name }) => [name, version])))
  expect(packages['']).toMatchObject({ optionalDependencies })
  // Not every registry has all five, and npm forgets what it could not fetch when it makes the lock anew: write them there.
  const locked = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/@dynoxide/'))
  expect(Object.fromEntries(locked)).toEqual(
    Object.fromEntries(
      wanted.map(({ name, os, cpu }) => [
        `node_modules/${name}`,
        {
          version,
          os: [os],
          cpu: [cpu],
          license: '(MIT OR Apache-2.0)',
          optional: true,
          ...(name === '@dynoxide/linux-x64' && { integrity: expect.stringMatching(/^sha512-/) }),
        },
      ]),
    ),
  )
})

it('names no registry: who installs takes what theirs has', () => {
  expect(text.match(/"resolved".*/g) ?? []).toEqual([])
})

it('compiles with TypeScript 7, and gives openapi-typescript the API of 6, which 7 lacks', () => {
  const versionOf = (program: string): string =>
    execFileSync(join(import.meta.dirname, '../../node_modules/.bin', program), ['--version'], {
      encoding: 'utf8',
    })
  expect([versionOf('tsc'), versionOf('tsc6')]).toEqual(['Version 7.0.2\n', 'Version 6.0.3\n'])
  expect(packages).toMatchObject({
    'node_modules/@typescript/native': { name: 'typescript', version: '7.0.2' },
    'node_modules/typescript': { name: '@typescript/typescript6' },
  })
  expect(
    Object.keys(packages).filter(path => path.endsWith('/openapi-typescript/node_modules/typescript')),
  ).toEqual([])
})
