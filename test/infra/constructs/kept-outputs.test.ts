import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { keptOutputs } from '../../../infra/constructs/kept-outputs.ts'
import { scratchFolder } from '../synthesised.ts'

const root = scratchFolder('kept-outputs')
const source = join(root, 'functions/api/order.ts')
const kept = join(root, '.build/bundles')

const made = [{ path: 'api_order/index.cjs', contents: new TextEncoder().encode('code') }]
const make = vi.fn(() => made)
const outputs = (options: object = { minify: true }) =>
  keptOutputs({ folders: ['functions'], options }, make, root)

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'functions/api'), { recursive: true })
  writeFileSync(source, 'first')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  make.mockClear()
})

it('makes what no process has made of these sources, and reads it from then on', () => {
  expect([outputs(), outputs()]).toEqual([made, made])
  expect(make).toHaveBeenCalledTimes(1)
})

it.each([
  ['a changed source', () => writeFileSync(source, 'second')],
  ['another name of a source', () => writeFileSync(join(root, 'functions/api/other.ts'), '')],
  ['other packages', () => writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3}')],
])('makes them anew of %s', (_what, change) => {
  outputs()
  change()
  expect(outputs()).toEqual(made)
  expect(make).toHaveBeenCalledTimes(2)
})

it('makes them anew by other options', () => {
  outputs()
  outputs({ minify: false })
  expect(make).toHaveBeenCalledTimes(2)
})

it('makes them each time where nothing can be kept', () => {
  writeFileSync(join(root, '.build'), 'no folder')
  expect([outputs(), outputs()]).toEqual([made, made])
  expect(make).toHaveBeenCalledTimes(2)
})

it('keeps them for a day', () => {
  outputs()
  const dayAgo = Date.now() / 1000 - 24 * 60 * 60 - 1
  for (const name of readdirSync(kept)) utimesSync(join(kept, name), dayAgo, dayAgo)
  outputs({ minify: false })
  expect(readdirSync(kept)).toHaveLength(1)
})
