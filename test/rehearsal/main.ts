import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stages as allStages, isStageName } from '../../infra/stages.ts'
import { pythonPrograms } from '../support/python.ts'
import { lint, lintPackages } from './cfn-lint.ts'
import { isJourney, journeys } from './journeys.ts'
import { miniStackPackages } from './ministack.ts'
import { type Outcome, rehearse } from './rehearse.ts'

/*
 * A second opinion on what is deployed: `npm run rehearse`. The real CDK CLI bootstraps an account of MiniStack, an
 * emulator of AWS that nobody here wrote, and deploys the stages dev and prod into it; then both are put through the
 * journeys, and cfn-lint reads the templates of all stages. What the emulator cannot do stands in `exceptions.ts`.
 *
 * The first deploy fails in every stack once, `npm run deploy` goes on from there, and what was not as promised is a
 * fault of the rehearsal (`faults.ts`). Then a stage that keeps its data is removed and deployed again.
 *
 * The assemblies are deployed as they were synthesised, but for those exceptions. Afterwards the functions are told by
 * their variables what a machine without the internet needs: that receivers may be on it, where photos and pages are
 * opened, and the waits that the journeys shorten on the laptop, too (`settings.ts`). IAM is not enforced: the laptop's
 * own region does that. No process opens a connection beyond loopback, and one that tries fails the rehearsal.
 *
 * `npm run rehearse -- --stage dev trail flags` rehearses one stage, and these journeys.
 *
 * Where Python or its packages cannot be had it is skipped: that is no success by hand (2), and none of CI's
 * business (0).
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stage: { type: 'string', multiple: true },
  },
})
const chosen = positionals.length > 0 ? positionals : journeys
const stages = options.stage ?? ['dev', 'prod']
const unknown = [...chosen.filter(name => !isJourney(name)), ...stages.filter(name => !isStageName(name))]
if (unknown.length > 0) {
  console.error(`neither a journey that is rehearsed nor a stage: ${unknown.join(', ')}`)
  process.exit(2)
}
// Ended from outside, it still ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const folder = join(import.meta.dirname, '../../.build/rehearsal')
const beyondLoopback = join(folder, 'beyond-loopback.txt')
const guard = join(import.meta.dirname, 'loopback-only.cjs')
const loopbackOnly = { NODE_OPTIONS: `--require "${guard}"`, BEYOND_LOOPBACK: beyondLoopback }

const strayed = (): Outcome => {
  const tried = existsSync(beyondLoopback) ? readFileSync(beyondLoopback, 'utf8').trim().split('\n') : []
  return { passed: 1, problems: [...new Set(tried)].map(one => `beyond this machine: ${one}`) }
}

/** A deploy that failed, or an emulator that did not start. */
const stopped = (error: Error): readonly Outcome[] => [{ passed: 0, problems: [error.message] }]

const begin = performance.now()
mkdirSync(folder, { recursive: true })
rmSync(beyondLoopback, { force: true })
const rehearsed = stages.filter(isStageName)
const programs = await pythonPrograms(join(folder, 'venv'), [...miniStackPackages, ...lintPackages])
if (!programs) {
  console.log('skipped the rehearsal, which needs python3 and a registry of its packages')
  process.exitCode = process.env.CI ? 0 : 2
} else {
  const parts = await Promise.all([
    lint(programs, Object.keys(allStages).filter(isStageName)),
    rehearse(programs, {
      stages: rehearsed,
      journeys: chosen.filter(isJourney),
      folder,
      variables: loopbackOnly,
    }).catch(stopped),
  ])
  const outcomes = [...parts.flat(), strayed()]
  const problems = outcomes.flatMap(each => each.problems)
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0)
  for (const problem of problems) console.log(problem)
  const seconds = ((performance.now() - begin) / 1000).toFixed(0)
  console.log(`rehearsal: ${passed} passed, ${problems.length} failed, in ${seconds} s`)
  if (problems.length > 0) process.exitCode = 1
}
