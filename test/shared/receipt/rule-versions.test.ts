import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { flagsVersion } from '../../../shared/work/assignment/assignment.ts'
import { matchingVersion } from '../../../shared/identity/matching/matching.ts'
import outlines from '../../../shared/location/outlines.json' with { type: 'json' }
import { decisionFlags } from '../../../shared/verification/contract/contradiction.ts'
import {
  decidableOutcomes,
  type Outcome,
  outcomes,
  statusOf,
} from '../../../shared/verification/contract/outcome.ts'
import { visitFlags } from '../../../shared/verification/contract/visit-flag.ts'
import { transitionsVersion } from '../../../shared/verification/transition.ts'

/*
 * Receipts say by which version of the rules a record ended. A change of the code behind one, comments and layout apart,
 * fails here: raise the version beside it, and write its digest behind those of the earlier versions.
 */

const root = join(import.meta.dirname, '../../..')

interface Rules {
  readonly version: number
  readonly files: string
  /** What else is part of the rules, where its file holds texts beside it. */
  readonly data?: unknown
  /** Of every version, the first one first. */
  readonly digests: readonly string[]
}

const rules: Readonly<Record<string, Rules>> = {
  matching: {
    version: matchingVersion,
    files: 'shared/{identity/matching/*,http/contract/reading}.ts',
    digests: [
      '8a2597fd1ac59142eba7a3dd07675f83ee0aa6099f6445e99c80a99f589c2f0f',
      '7b34110b6132aacf944fbe7fbbae1b41dbae8acbd796ef90994a9b93f550f83f',
      '5aa795678af76c697c4f546d626cef60d836a99d74925c1ede79aca15fa6265d',
    ],
  },
  transitions: {
    version: transitionsVersion,
    files: 'shared/verification/transition.ts',
    data: [
      decidableOutcomes,
      (Object.keys(outcomes) as Outcome[]).map(outcome => [outcome, statusOf(outcome)]),
    ],
    digests: [
      'f8b5fbfd3a5d42c5ec47d7670082d20f0ac5e00ea7fcf568fab589276896af8e',
      'a4698b3041d5b310b516cbe73b3db5eb92745c616685f0b15bccb46ad038959d',
      '322e23a9a9eab955cb591fd04226f4080de861e87719261bf440e02389bbe1fb',
    ],
  },
  flags: {
    version: flagsVersion,
    files: 'shared/{work/assignment/{flags,verifind,visit},location/area}.ts',
    data: [outlines, decisionFlags, Object.entries(visitFlags).map(([code, { weight }]) => [code, weight])],
    digests: [
      'efbfb9850aab9e1169fbb2eb54621fc8079cfa3c2756862b64ce932fac70798a',
      '52faf1f5914d70487dee47735ad2be2ba52b7a3b6e3feed30964eca4aa76d34f',
      '66471845b370622e27a8f2870ff1e7daf822ffbfaa5d6424d360c92c3db2e290',
      '3c2ac78dbd2f953225a3350fe58b821d9d9fe0d93e20df08640458a62babba37',
      '16fd12e35aff4d0b71497eb5b2fb01fc94f66fd2abfb01c68eee47c13e7a9501',
      '76fe5e833a7a6d08ddd24ddb0477ef0437d49c0f464d3ba7c1d1cfbcbe08e98b',
      'a93921d36caa31aa05de342360840e2037ec572ae139794651ca22b6fc4fa2c8',
      '81397eab68402dee132be1a2e840b339723dd08382f643578e9fbe7f4d671565',
    ],
  },
}

/** Nothing that a reader's eye alone is for, and not the version itself. */
const codeOf = (file: string): string =>
  readFileSync(`${root}/${file}`, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^export const \w+Version = \d+$/gm, '')
    .replace(/\s+/g, ' ')

const digestOf = ({ files: pattern, data }: Rules): string => {
  const files = globSync(pattern, { cwd: root }).sort()
  const text = [...files.map(codeOf), ...(data === undefined ? [] : [JSON.stringify(data)])].join('\n')
  return createHash('sha256').update(text).digest('hex')
}

it.each(Object.entries(rules))('%s are the rules of the version that they say', (_name, rule) => {
  const { version, digests } = rule
  expect(digestOf(rule)).toBe(digests[version - 1])
  expect(digests).toHaveLength(version)
})
