/*
 * A day of 500 agents and 4,000 visits, in the time of the day's own clock, over the real table engine:
 * node test/bench/fieldwork-day.ts [AGENTS [VISITS [SEED]]], or `--laptop [AGENTS]` for agents of `npm start` over HTTP.
 * Ten times as many take more than an hour.
 *
 * Morning lists, claims, visits that are sent at once or in the evening, an hour without network in a whole state, proposals,
 * assignments and re-assignments in bulk, leases that run out, the count of the fieldwork, and at six in the evening all
 * phones within ten minutes. Counted: calls, units, and what the hottest partition takes in a second, for each step. At the
 * end the table is asked whether every visit is in exactly one state, on one list and with one agent.
 *
 * Left out: who asks (a session and a limit, both the agent's own items), bytes of photos and what is alike on them,
 * reviewers, and the workflow. A container is the whole service: it reads the teams once a minute.
 */
import { stopTable } from '../support/table.ts'
import { openTold, planAgentDay } from './fieldwork/agent-day.ts'
import { checkCapacities, checkEnd } from './fieldwork/check.ts'
import { clockAt, dayEndMs, stepNames } from './fieldwork/day-plan.ts'
import { planCounts, planSupervisors } from './fieldwork/supervisors.ts'
import { openWorld } from './fieldwork/world.ts'
import { benches } from './figures.ts'
import { isLaptop, numbers, unlessShort } from './options.ts'
import { conclude } from './recording.ts'

const rounded = (value: number): number => Math.round(value * 10) / 10
const clockOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleTimeString('en-GB', { timeZone: 'Africa/Lagos' })

/** The metrics of each count, which are lines of JSON. */
const leaveOutMetrics = (): void => {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = ((chunk: string | Uint8Array) =>
    `${chunk}`.startsWith('{"') || write(chunk)) as typeof write
}

const liveDay = async (): Promise<void> => {
  const [agents = unlessShort(500, 60), visits = unlessShort(4000, 480), seed = 1] = numbers
  const startedMs = performance.now()
  const minutesSoFar = (): string => `${((performance.now() - startedMs) / 60_000).toFixed(1)} min`
  leaveOutMetrics()
  const world = await openWorld({ agents, visits, seed })
  const { clock, load, country } = world
  console.log(
    `${world.agents.length} agents in ${country.teams.length} teams, ${visits} visits, seed ${seed}`,
  )
  const told = openTold()
  for (const agent of world.agents) planAgentDay(world, agent, told)
  const supervisors = planSupervisors(world)
  planCounts(world, clockAt(7), dayEndMs)

  const faults: string[] = []
  for (const hour of [7, 9, 11, 12, 13, 15.5, 18]) {
    await clock.liveUntil(clockAt(hour))
    faults.push(...(await checkCapacities(world, clockAt(hour))))
    console.log(`${hour} o’clock after ${minutesSoFar()}`)
  }
  await clock.liveUntil(dayEndMs)
  load.closeSeconds(Number.POSITIVE_INFINITY)
  const end = await checkEnd(world, told.reportedBy, dayEndMs)
  faults.push(...end.faults)
  await stopTable()

  console.table(
    stepNames.flatMap(step => {
      const one = load.steps.get(step)
      if (!one) return []
      const { calls, refused, readUnits, writeUnits, hottest } = one
      const units = (kind: 'table' | 'gsi1' | 'gsi2') => rounded(hottest[kind]?.units ?? 0)
      return {
        step,
        calls,
        refused,
        reads: Math.round(readUnits),
        writes: Math.round(writeUnits),
        'hottest of the table': units('table'),
        'of gsi1': units('gsi1'),
        'of gsi2': units('gsi2'),
      }
    }),
  )
  const days = stepNames.slice(1).flatMap(step => {
    const found = load.steps.get(step)
    return found ? Object.values(found.hottest).map(hot => ({ step, ...hot })) : []
  })
  const hottest = days.toSorted((one, other) => other.units - one.units)
  console.table(
    hottest.slice(0, 8).map(({ step, partition, units, second }) => ({
      step,
      at: clockOf(second),
      partition,
      'units a second': rounded(units),
    })),
  )
  const lists = told.firstLists
  const most = (of: (list: (typeof lists)[number]) => number): number => Math.max(...lists.map(of))
  const mean = (of: (list: (typeof lists)[number]) => number): number =>
    rounded(lists.reduce((sum, list) => sum + of(list), 0) / lists.length)
  const byCalls = Map.groupBy(lists, ({ calls }) => calls)
  console.table({
    calls: { mean: mean(({ calls }) => calls), most: most(({ calls }) => calls) },
    'read units': { mean: mean(one => one.readUnits), most: most(one => one.readUnits) },
    bytes: { mean: mean(({ bytes }) => bytes), most: most(({ bytes }) => bytes) },
    visits: { mean: mean(({ tasks }) => tasks.length), most: most(({ tasks }) => tasks.length) },
  })
  console.log(
    `${lists.length} first lists, by calls: ${[...byCalls].map(([calls, some]) => `${some.length} × ${calls}`).join(', ')};`,
    `${lists.filter(({ sharedCalls }) => sharedCalls > 0).length} read the teams besides,`,
    `${lists.filter(({ tasks }) => tasks.length === 0).length} found nothing`,
  )
  console.log('states at the end', end.byStatus)
  console.log(
    'told no',
    Object.fromEntries(told.refusals),
    'assigned',
    Object.fromEntries(supervisors.results),
  )
  for (const fault of faults.slice(0, 20)) console.error(fault)
  console.log(`${faults.length} faults, ${minutesSoFar()}`)

  const values = {
    faults: [faults.length],
    firstListCalls: [most(({ calls }) => calls)],
    firstListUnits: [mean(one => one.readUnits)],
    firstListSize: [most(({ bytes }) => bytes) / 1024],
    hottest: [hottest[0]!.units],
  }
  conclude('fieldwork-day', `${world.agents.length} agents, ${visits} visits, seed ${seed}`, values)
  const isBroken = Object.entries(benches['fieldwork-day']).some(
    ([name, figure]) => 'goal' in figure && values[name as keyof typeof values][0]! > figure.goal.value,
  )
  if (isBroken) process.exitCode = 1
}

if (isLaptop) await (await import('./fieldwork/laptop-day.ts')).liveLaptopDay()
else await liveDay()
