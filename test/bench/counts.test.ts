import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { type Recording, recordingOf } from './recording.ts'

/* Figures that are counted, not timed, are those of this commit: the README's are counted again. */

/** By how much a count may differ: in KB, so that not every change is recorded; in units, since what containers do now and then is shared by few. */
const tolerances = { bundles: 4, capacity: 1 } as const

it.each(Object.keys(tolerances) as (keyof typeof tolerances)[])(
  '%s counts what the README says',
  async name => {
    const folder = mkdtempSync(join(tmpdir(), 'counts-'))
    try {
      const file = join(folder, 'counted.json')
      const bench = new URL(`${name}.ts`, import.meta.url).pathname
      await promisify(execFile)(process.execPath, [bench, '--runs', '1', '--to', file])
      const { figures }: Recording = JSON.parse(readFileSync(file, 'utf8'))
      const differing = Object.entries(recordingOf(name).figures).filter(
        ([figure, { median }]) => Math.abs(figures[figure]!.median - median) > tolerances[name],
      )
      expect(differing.map(([figure, { median }]) => [figure, median, figures[figure]!.median])).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
