import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { testTwice } from './support/tests-twice.ts'

/* What a run of all tests makes of files that fail once, or twice. */

const build = join(import.meta.dirname, '../.build')
mkdirSync(build, { recursive: true })
/** Below the project, so that a file of tests finds vitest. */
const folder = mkdtempSync(join(build, 'tests-twice-'))
afterAll(() => rmSync(folder, { recursive: true }))

let number = 0

/** Runs files of tests that fail so many times, each of them beside a test that passes. */
const runFailing = async (times: Readonly<Record<string, number>>) => {
  const own = join(folder, `${++number}`)
  mkdirSync(own)
  const config = join(own, 'vitest.config.ts')
  writeFileSync(config, `export default { test: { root: '${own}', maxWorkers: 1 } }`)
  for (const [name, most] of Object.entries(times))
    writeFileSync(
      join(own, `${name}.test.ts`),
      `import { appendFileSync, readFileSync } from 'node:fs'
      import { expect, it } from 'vitest'
      it('is well', () => {})
      it('fails at first', () => {
        appendFileSync('${own}/${name}.txt', 'x')
        expect(readFileSync('${own}/${name}.txt', 'utf8').length).toBeGreaterThan(${most})
      })`,
    )
  const said: string[] = []
  const verdict = await testTwice(
    { config, folder: join(own, 'reports'), say: words => said.push(words) },
    [],
  )
  return { verdict, said: said.join('\n') }
}

it('says nothing of what passes', async () => {
  expect(await runFailing({ steady: 0 })).toEqual({ verdict: { passed: 2, failed: 0 }, said: '' })
})

it('names a file unsteady that fails once, with both outputs, and is green', async () => {
  const { verdict, said } = await runFailing({ steady: 0, unsteady: 1 })
  expect(verdict).toEqual({ passed: 4, failed: 0 })
  expect(said).toMatch(
    /^unsteady: \S*unsteady\.test\.ts > fails at first\n-- the first time\n\S*unsteady\.test\.ts > fails at first$/m,
  )
  expect(said).toContain('expected 1 to be greater than 1')
  expect(said).toMatch(/-- the second time\n[\s\S]* 2 passed /)
})

it('is red for a file that fails twice', async () => {
  const { verdict, said } = await runFailing({ unsteady: 1, broken: 2 })
  expect(verdict).toEqual({ passed: 3, failed: 1 })
  expect(said).toMatch(/^failed twice: \S*broken\.test\.ts > fails at first$/m)
  expect(said).toMatch(/^unsteady: \S*unsteady\.test\.ts > fails at first$/m)
  expect(said).toContain('expected 2 to be greater than 2')
})

it('is red for four unsteady files', async () => {
  const { verdict, said } = await runFailing({ a: 1, b: 1, c: 1, d: 1 })
  expect(verdict).toEqual({ passed: 4, failed: 4 })
  expect(said).toMatch(/^4 files failed: so many are not tried again\.$/m)
})

it('is red for what is of no test: a file that cannot be loaded', async () => {
  const own = join(folder, 'unloadable')
  mkdirSync(own)
  writeFileSync(join(own, 'vitest.config.ts'), `export default { test: { root: '${own}' } }`)
  writeFileSync(join(own, 'broken.test.ts'), `throw new Error('not today')`)
  const said: string[] = []
  const run = { config: join(own, 'vitest.config.ts'), folder: join(own, 'reports') }
  expect(await testTwice({ ...run, say: words => said.push(words) }, [])).toEqual({ passed: 0, failed: 1 })
  expect(said.join('\n')).toContain('Error: not today')
})
