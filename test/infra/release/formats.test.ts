import { describe, expect, it } from 'vitest'
import {
  folderPlace,
  localPlace,
  refusalOfData,
  refusalOfDeployment,
  type Release,
  stagePlace,
  thisRelease,
} from '../../../infra/release/formats.ts'
import { stages } from '../../../infra/stages.ts'
import { version } from '../../../infra/version.ts'
import { type DataFormat, formatAfter, unmarked } from '../../../shared/format/data-format.ts'

/* What the releases from 1.0 to 1.3 can do with data; 1.1 is the first to read format 2, 1.2 to write it, 1.3 reads no other. */

const one = { format: 1, read: '1.0.0', written: '1.0.0' }
const two = { format: 2, read: '1.1.0', written: '1.2.0' }
const first: Release = { version: '1.0.0', readsFrom: 1, readsTo: 1, writes: 1, formats: [one] }
const second: Release = { version: '1.1.0', readsFrom: 1, readsTo: 2, writes: 1, formats: [one, two] }
const third: Release = { ...second, version: '1.2.0', writes: 2 }
const fourth: Release = { ...third, version: '1.3.0', readsFrom: 2 }

const deployed = (...releases: readonly Release[]): DataFormat =>
  releases.reduce<DataFormat | undefined>((data, each) => formatAfter(data, each, 'complete'), undefined)!
const migrated = { ...deployed(first, second, third), oldest: 2 }
const prod = stagePlace(stages.prod)

describe('what the data says', () => {
  it('is of the first release that is deployed', () => {
    expect(deployed(first)).toEqual({ oldest: 1, newest: 1, reads: 1, release: '1.0.0' })
  })

  it('is of the newest format that was ever written, whatever release comes back', () => {
    expect(deployed(first, second)).toEqual({ oldest: 1, newest: 1, reads: 2, release: '1.1.0' })
    expect(deployed(first, second, third)).toEqual({ oldest: 1, newest: 2, reads: 2, release: '1.2.0' })
    expect(deployed(first, second, third, second)).toEqual({
      oldest: 1,
      newest: 2,
      reads: 2,
      release: '1.1.0',
    })
  })

  it('allows for both releases while a deployment is in progress', () => {
    expect(formatAfter(deployed(first, second), third, 'begins')).toEqual({
      oldest: 1,
      newest: 2,
      reads: 2,
      release: '1.1.0',
    })
    expect(formatAfter(deployed(first, second), first, 'begins')).toEqual({
      oldest: 1,
      newest: 1,
      reads: 1,
      release: '1.1.0',
    })
  })
})

describe('a release goes on with', () => {
  it.each([
    ['data of its own', deployed(first), first],
    ['data of the release before', deployed(first), second],
    ['data of the next release, which writes as it does', deployed(first, second), first],
    ['data of the release after, one back', deployed(first, second, third), second],
    ['data that was migrated', migrated, fourth],
  ])('%s', (_what, data, release) => {
    expect(refusalOfDeployment(data, release, prod)).toBeUndefined()
  })
})

describe('a release refuses, with the command to run first,', () => {
  it('data that is too new for it', () => {
    expect(refusalOfDeployment(deployed(first, second, third), first, prod)).toBe(
      'The stage prod holds data of 1.2.0, which this release, 1.0.0, cannot read; go forward: git checkout v1.2.0 && npm ci && npm run deploy -- -c stage=prod',
    )
    expect(refusalOfData(migrated, first, folderPlace('/data'))).toBe(
      'The folder /data holds data of 1.2.0, which this release, 1.0.0, cannot read; go forward: git checkout v1.2.0 && npm ci && npm start -- --data /data',
    )
  })

  it('data that is too old for it, until a release between has written', () => {
    expect(refusalOfDeployment(deployed(first, second), fourth, prod)).toBe(
      'The stage prod holds data of 1.0.0, which this release, 1.3.0, cannot read; go by 1.2.0 first: git checkout v1.2.0 && npm ci && npm run deploy -- -c stage=prod',
    )
  })

  it('data that was not migrated', () => {
    expect(refusalOfDeployment(deployed(first, second, third), fourth, prod)).toBe(
      'The stage prod holds data of 1.0.0, which this release, 1.3.0, cannot read; migrate it with 1.2.0 first: git checkout v1.2.0 && npm ci && npm run admin -- migrate --stage prod',
    )
  })

  it('a stage whose code cannot read what it writes', () => {
    expect(refusalOfDeployment(deployed(first), third, prod)).toBe(
      'The stage prod runs 1.0.0, which cannot read what this release, 1.2.0, writes; go by 1.1.0 first: git checkout v1.1.0 && npm ci && npm run deploy -- -c stage=prod',
    )
  })

  it('data from before 1.0', () => {
    const said = (place: typeof prod) => refusalOfData(unmarked, first, place)
    const before = 'holds data from before 1.0, which no release can read'
    expect(said(prod)).toBe(`The stage prod ${before}: stay with the release that wrote it`)
    expect(said(stagePlace(stages.dev))).toBe(
      `The stage dev ${before}: remove it first: npm run admin -- empty --stage dev --yes && npx cdk destroy --all -c stage=dev`,
    )
    expect(said(folderPlace('/data'))).toBe(
      `The folder /data ${before}: begin with a new folder: npm start -- --data /data-${version}`,
    )
    expect(said(localPlace('What runs on port 3000'))).toBe(
      `What runs on port 3000 ${before}: begin with a new folder: npm start -- --data FOLDER`,
    )
  })
})

it('reads what it writes, and names the releases of each format that it reads', () => {
  const { readsFrom, readsTo, writes, formats } = thisRelease
  expect(thisRelease.version).toBe(version)
  expect(readsFrom <= writes && writes <= readsTo).toBe(true)
  expect(formats.map(({ format }) => format)).toEqual(Array.from({ length: readsTo }, (_, n) => n + 1))
})
