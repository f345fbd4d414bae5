import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { joinShards, runShard } from './shards.ts'
import { testTwice } from './support/tests-twice.ts'

/* What comes of a run of tests that several machines share. */

const build = join(import.meta.dirname, '../.build')
mkdirSync(build, { recursive: true })
/** Below the project, so that a file of tests finds vitest. */
const folder = mkdtempSync(join(build, 'shards-'))
afterAll(() => rmSync(folder, { recursive: true }))

const noting = `import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
const note = what => appendFileSync(join(process.env.NOTED_GRANTS, '1.txt'), 'used ' + what + '\\n')`

/** Fails once. */
const unsteady = (mark: string) => `import { existsSync, writeFileSync } from 'node:fs'
  const isFirst = !existsSync('${mark}')
  writeFileSync('${mark}', '')
  it('fails at first', () => expect(isFirst).toBe(false))`

/** Writes down which grants it is given, as what judges them is. */
const judge = `import { globSync, readFileSync, writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  export default class {
    onTestRunEnd() {
      const folder = process.env.NOTED_GRANTS
      const noted = globSync('**/*.txt', { cwd: folder }).map(file => readFileSync(join(folder, file), 'utf8'))
      writeFileSync(join(import.meta.dirname, 'judged.txt'), noted.sort().join(''))
    }
  }`

let number = 0

/** Three files of tests, each in a shard of its own. */
const openRun = (third = `it('is well', () => note('c'))`) => {
  const own = join(folder, `${++number}`)
  mkdirSync(own)
  const write = (name: string, text: string) => writeFileSync(join(own, name), text)
  const imports = `import { expect, it } from 'vitest'\n${noting}\n`
  write('vitest.config.ts', `export default { test: { root: '${own}', maxWorkers: 1 } }`)
  write('a.test.ts', `${imports}it('is well', () => note('a'))`)
  write('b.test.ts', `${imports}it('is well', () => note('b'))\nit('is well, too', () => {})`)
  write('c.test.ts', imports + third)
  write('judge.ts', judge)
  const said: string[] = []
  return {
    own,
    said,
    run: {
      config: join(own, 'vitest.config.ts'),
      folder: join(own, 'reports'),
      say: (words: string) => said.push(words),
    },
  }
}

type Opened = ReturnType<typeof openRun>

const runShards = async ({ run }: Opened, ...indexes: readonly number[]): Promise<readonly boolean[]> => {
  const ended: boolean[] = []
  for (const index of indexes) ended.push(await runShard(run, `${index}/3`, []))
  return ended
}

const joined = ({ run }: Opened, ...judges: readonly string[]) =>
  testTwice(run, [], () => joinShards(run, judges))

describe('three shards', () => {
  it('are one run when they are joined, judged by the grants of all of them', async () => {
    const opened = openRun()
    expect(await runShards(opened, 1, 2, 3)).toEqual([true, true, true])
    expect(await joined(opened, join(opened.own, 'judge.ts'))).toEqual({ passed: 4, failed: 0 })
    expect(readFileSync(join(opened.own, 'judged.txt'), 'utf8')).toBe('used a\nused b\nused c\n')
  })

  it('have what failed tried again by who joins them', async () => {
    const opened = openRun(unsteady(join(folder, 'mark')))
    expect(await runShards(opened, 1, 2, 3)).toEqual([true, true, true])
    expect(await joined(opened)).toEqual({ passed: 4, failed: 0 })
    expect(opened.said.join('\n')).toMatch(/^unsteady: \S*c\.test\.ts > fails at first$/m)
  })

  it('are red by one that fails twice', async () => {
    const opened = openRun(`it('never holds', () => expect(1).toBe(2))`)
    await runShards(opened, 1, 2, 3)
    expect(await joined(opened)).toEqual({ passed: 3, failed: 1 })
  })

  it('are red where one of them is missing, or left over from another run', async () => {
    const opened = openRun()
    expect(await joined(opened)).toEqual({ passed: 0, failed: 1 })
    await runShards(opened, 1, 3)
    expect(await joined(opened)).toEqual({ passed: 0, failed: 1 })
    await runShard(opened.run, '1/1', [])
    expect(await joined(opened)).toEqual({ passed: 0, failed: 1 })
    expect(opened.said.filter(words => words.startsWith('failed: '))).toEqual([
      'failed: Reports of one run are expected, and there are: none.',
      'failed: The shard 2-of-3 left no report.',
      'failed: Reports of one run are expected, and there are: 1-of-1, 1-of-3, 3-of-3.',
    ])
  })
})

it('is red for what is no part of a whole', async () => {
  const { run, said } = openRun()
  expect(await runShard(run, '4/3', [])).toBe(false)
  expect(said).toContain('failed: The run ended before its tests did.')
})
