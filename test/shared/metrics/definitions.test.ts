import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TenantMode } from '../../../shared/account/contract.ts'
import { identityProducts as lookedUp, registryNames } from '../../../shared/identity/products.ts'
import { type Metric, metrics } from '../../../shared/metrics/definitions.ts'
import { isFinal, type Outcome, outcomes } from '../../../shared/verification/contract/outcome.ts'
import { products as ordered } from '../../../shared/verification/contract/product.ts'

const all: readonly [string, Metric][] = Object.entries(metrics)
const root = join(import.meta.dirname, '../../../')

it('has no value of a dimension that its noun has not', () => {
  const identity = lookedUp.map(({ name }) => name)
  expect(metrics.OrdersAccepted.dimensions.mode).toEqual(TenantMode.options)
  expect(metrics.OrdersAccepted.dimensions.product).toEqual([...ordered, ...identity])
  expect(metrics.VerificationsOverdue.dimensions.product).toEqual(ordered)
  expect(metrics.LookupsAnswered.dimensions.product).toEqual(identity)
  expect(metrics.CircuitOpen.dimensions.registry).toEqual(registryNames)
  expect(metrics.VerificationsCompleted.dimensions.outcome).toEqual(
    Object.keys(outcomes).filter(one => isFinal(one as Outcome)),
  )
})

it('is paid for by few combinations, of words of ours', () => {
  const values = all.flatMap(([, { dimensions }]) => Object.values(dimensions).flat())
  for (const value of values) expect(value).toMatch(/^[A-Za-z][\w-]{2,20}$/)
  for (const [name, { dimensions: by }] of all) {
    const combinations = Object.values(by).reduce((product, { length }) => product * length, 1)
    expect(combinations, name).toBeLessThanOrEqual(18)
  }
})

it('is counted somewhere, all of it', () => {
  const writers = globSync(['shared/**/*.ts', 'functions/**/*.ts'], { cwd: root })
    .filter(file => file !== 'shared/metrics/definitions.ts')
    .map(file => readFileSync(join(root, file), 'utf8'))
    .filter(text => text.includes('toMeasurement('))
  const unwritten = all.filter(([name]) => !writers.some(text => new RegExp(`\\b${name}:`).test(text)))
  expect(unwritten.map(([name]) => name)).toEqual([])
})
