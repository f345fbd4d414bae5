import './turned.ts'
import { type FaultName, faults } from './faults.ts'
import { type LiveOptions, liveUntilRest, openWorld } from './life.ts'
import { act, reconcile } from './people.ts'
import { type Act, dayMs, expirySeconds, hourMs, type Plan, planOf, startMs } from './plan.ts'
import { endOf, promises } from './promises.ts'
import { Broken, type Moment } from './scheduler.ts'
import type { Fault, World } from './world.ts'

/** What happened in a schedule: without some of each, its judge would say nothing. */
export type Happened = Readonly<
  Record<'orders' | 'decided' | 'events' | 'attempts' | 'charged' | 'deaths' | 'mishaps', number>
>

/** How long after all has come to rest reconciliation comes, each time. */
const sweepsMs = [hourMs, dayMs, expirySeconds * 1000, ...Array<number>(5).fill(2 * dayMs)]

const staleIn = ({ logged }: World): number =>
  logged.filter(line => (line as { event?: string }).event === 'outbox.stale-found').length

/** Reconciles until there is nothing to reconcile. @throws Broken */
const sweep = async (world: World): Promise<void> => {
  for (const afterMs of sweepsMs) {
    const before = staleIn(world)
    await liveUntilRest(world, async () => {
      await world.clock.pass(afterMs)
      await reconcile(world)
    })
    const isOver = world.clock.nowMs() > startMs + expirySeconds * 1000
    if (isOver && staleIn(world) === before) return
  }
  throw new Broken('reconciliation does not come to an end')
}

const judge = (world: World): Happened => {
  const end = endOf(world)
  for (const [words, isKept] of Object.entries(promises)) if (!isKept(end)) throw new Broken(words)
  const { records, deliveries } = end
  return {
    orders: records.length,
    decided: records.filter(({ record }) => record.price > 0).length,
    events: records.reduce((sum, { events }) => sum + events.length, 0),
    attempts: deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0),
    charged: records.reduce((sum, { lines }) => sum + lines.length, 0),
    deaths: world.clock.deaths(),
    mishaps: world.clock.mishaps(),
  }
}

/** Lives one schedule. @throws Broken if it broke a promise */
export const live = async (plan: Plan, options: LiveOptions = {}): Promise<Happened> => {
  const world = openWorld(plan, options)
  await liveUntilRest(world, () => act(world))
  await sweep(world)
  return judge(world)
}

/** A schedule that broke a promise, by its seed. */
export interface Failure {
  readonly seed: number
  readonly promise: string
}

export interface Run {
  readonly failures: readonly Failure[]
  readonly happened: Happened
}

/** The promise that a schedule broke; undefined if it kept all. @throws what is no broken promise, with its seed */
const brokenBy = async (
  plan: Plan,
  options: LiveOptions,
  tell: (happened: Happened) => void = () => {},
): Promise<string | undefined> => {
  try {
    tell(await live(plan, options))
    return undefined
  } catch (error) {
    if (error instanceof Broken) return error.message
    // A fault may make the product fail in any way.
    if (options.fault) return `${error}`
    throw new Error(`seed ${plan.seed}: ${(error as Error).message}`, { cause: error })
  }
}

const nothing = { orders: 0, decided: 0, events: 0, attempts: 0, charged: 0, deaths: 0, mishaps: 0 }

/** Lives so many schedules, from this seed on. */
export const liveMany = async (firstSeed: number, count: number): Promise<Run> => {
  const failures: Failure[] = []
  const sum = { ...nothing }
  const add = (one: Happened) => {
    for (const name of Object.keys(sum) as (keyof Happened)[]) sum[name] += one[name]
  }
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const promise = await brokenBy(planOf(seed), {}, add)
    if (promise) failures.push({ seed, promise })
  }
  return { failures, happened: sum }
}

/** The first schedule in which a planted fault is found; undefined if none of so many finds it. */
export const findFault = async (name: FaultName, count: number): Promise<Failure | undefined> => {
  for (let seed = 1; seed <= count; seed++) {
    const promise = await brokenBy(planOf(seed), { fault: faults[name] })
    if (promise) return { seed, promise }
  }
  return undefined
}

export interface History {
  readonly promise: string
  readonly acts: readonly Act[]
  readonly moments: readonly Moment[]
}

const without = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.filter(each => each !== item)

/** The shortest history of a schedule that breaks a promise: acts and mishaps are left out as long as it still breaks one. */
export const shorten = async (seed: number, name?: FaultName): Promise<History | undefined> => {
  const fault: Fault | undefined = name && faults[name]
  const spared = new Set<number>()
  const tryOut = async (plan: Plan): Promise<History | undefined> => {
    const moments: Moment[] = []
    const promise = await brokenBy(plan, { fault, spared, tell: moment => moments.push(moment) })
    return promise === undefined ? undefined : { promise, acts: plan.acts, moments }
  }
  let plan = planOf(seed)
  let found = await tryOut(plan)
  for (let before = Infinity; found && before > plan.acts.length + found.moments.length; ) {
    before = plan.acts.length + found.moments.length
    for (const each of plan.acts) {
      const shorter: Plan = { ...plan, acts: without(plan.acts, each) }
      const still = await tryOut(shorter)
      if (still) [plan, found] = [shorter, still]
    }
    for (const { call } of found.moments.filter(({ mishap }) => mishap)) {
      spared.add(call)
      const still = await tryOut(plan)
      if (still) found = still
      else spared.delete(call)
    }
  }
  return found
}

const mishapsOf = ({ moments }: History): number =>
  moments.filter(({ mishap }) => mishap !== undefined).length

const lengthOf = (history: History): number => history.acts.length + mishapsOf(history)

/** Of all histories of so many schedules that show a planted fault in a mode: one of the shortest. */
export const shortest = async (
  name: FaultName,
  mode: Plan['mode'],
  count: number,
): Promise<History | undefined> => {
  let least: History | undefined
  for (let seed = 1; seed <= count; seed++) {
    const found = planOf(seed).mode === mode ? await shorten(seed, name) : undefined
    if (found && (!least || lengthOf(found) < lengthOf(least))) least = found
  }
  return least
}

const timeOf = (atMs: number): string => new Date(atMs).toISOString()

/** A history as people read it. */
export const describeHistory = ({ promise, acts, moments }: History): string =>
  [
    `Broken: ${promise}`,
    ...acts.map(({ atMs, ...rest }) => `  ${timeOf(startMs + atMs)} ${JSON.stringify(rest)}`),
    ...moments.map(
      ({ call, atMs, who, what, mishap }) =>
        `${`${call}`.padStart(5)} ${timeOf(atMs)} ${who}: ${what}${mishap ? ` — ${mishap}` : ''}`,
    ),
  ].join('\n')
