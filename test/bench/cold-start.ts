/*
 * Import and first request of a bundled function in a fresh process, against the same work on Express and on Hono:
 * node test/bench/cold-start.ts. The first request is an authenticated POST /v1/addresses to the real engine. The
 * start of Node itself is not in it, since it is everybody's. Contestants take turns, so that what else the machine
 * does meets all of them.
 */
import { assertSameAnswers, kilobytesOf, openArena } from './peers/arena.ts'
import type { Outcome } from './peers/contestant.ts'
import { quantile, ratio } from './peers/statistics.ts'

const starts = 20

await using arena = await openArena()
// A token cache is no help to a first request.
const contestants = arena.contestants.filter(({ environment }) => !environment)
const times = contestants.map(() => [] as Outcome[])
const answers: string[] = []

// The first round warms the file cache and the engine, and is not counted.
for (let round = 0; round <= starts; round++)
  for (const [place, contestant] of contestants.entries()) {
    await using container = arena.start(contestant)
    const outcome = await container.run('first')
    if (round > 0) times[place]!.push(outcome)
    else if (!contestant.isFloor) answers.push(...outcome.bodies)
  }
assertSameAnswers(answers)

const rows = contestants.map(({ name, files }, place) => {
  const all = (figure: 'wallMs' | 'importMs' | 'cpuMs') => times[place]!.map(outcome => outcome[figure])
  const wall = all('wallMs')
  return {
    name,
    'bundle KB': kilobytesOf(files.create),
    'median ms': quantile(wall, 0.5),
    'quartiles ms': `${quantile(wall, 0.25)}–${quantile(wall, 0.75)}`,
    'least ms': quantile(wall, 0),
    'of which import ms': quantile(all('importMs'), 0.5),
    'CPU ms': quantile(all('cpuMs'), 0.5),
  }
})
console.table(rows)

const [ours, express, hono, tuned, floor] = rows.map(row => row['median ms'])
console.log(`${starts} fresh processes each`)
console.log(ratio('time / Express', ours! / express!, 'at most', 0.42))
console.log(ratio('CPU time / Express', rows[0]!['CPU ms'] / rows[1]!['CPU ms'], 'at most', 0.42))
console.log(ratio('time / Hono', ours! / hono!, 'below', 1))
console.log(ratio('time / Hono bundled as ours', ours! / tuned!, 'at most', 0.8))
console.log(`the SDK alone takes ${(floor! / express!).toFixed(2)} of Express's time`)
