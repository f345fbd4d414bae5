import { setTimeout as pause } from 'node:timers/promises'
import { ScanCommand } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { dataFormatPartition } from '../../../shared/format/data-format-kind.ts'
import type { MigrationStep } from '../../../shared/format/migration.ts'
import type { Key } from '../../../shared/table/port.ts'
import { IncompleteError } from '../../admin/target.ts'
import { applySteps, type MigratedTable, needsStep, type Stored, toStored } from './items.ts'
import {
  beginning,
  claimPosition,
  forgetPosition,
  type Position,
  savePosition,
  type Segment,
  segmentCount,
} from './position.ts'

/*
 * The functions never scan: what they cost must not grow with the table. A migration looks at each item once, by the
 * credentials of the operator and beside the stage, and there is no list of what has an old form.
 */

export interface MigrationOptions {
  readonly log: (line: string) => void
  /** How many items the table has, about. */
  readonly estimatedItems: number
  readonly runner: string
  /** For how long a run that says nothing any more keeps others away. */
  readonly leaseMs?: number
  readonly itemsPerPage?: number
  /** Items written in a second, at most: half of what a partition takes, so that the stage has the other. */
  readonly mostWritesPerSecond?: number
  readonly logEveryMs?: number
}

const usual = { leaseMs: 60_000, itemsPerPage: 500, mostWritesPerSecond: 500, logEveryMs: 5000 }

/** Written at once of one page. */
const atOnce = 16

const readPage = async (
  { client, name: TableName }: MigratedTable,
  segment: number,
  after: Key | undefined,
  Limit: number,
) => {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new ScanCommand({
      TableName,
      Segment: segment,
      TotalSegments: segmentCount,
      Limit,
      ConsistentRead: true,
      ...(after && { ExclusiveStartKey: toStored(after) }),
    }),
  )
  // What the migration says of itself is no data.
  const items = Items.filter(({ pk }) => pk!.S !== dataFormatPartition)
  return { items, after: LastEvaluatedKey && (unmarshall(LastEvaluatedKey) as Key) }
}

const keyIn = ({ pk, sk }: Stored): Key => ({ pk: pk!.S!, sk: sk!.S! })

const seconds = (milliseconds: number): string => {
  const whole = Math.round(milliseconds / 1000)
  return whole < 120 ? `${whole} s` : `${Math.round(whole / 60)} min`
}

const counted = (count: number): string => count.toLocaleString('en-US')

/** Says now and then how far it is, how fast it goes and how long it will take. */
const openProgress = (
  what: string,
  { log, estimatedItems, logEveryMs = usual.logEveryMs }: MigrationOptions,
) => {
  const began = performance.now()
  let [seen, saidAt] = [0, began]
  const earlier = (items: number): number => Math.max(0, estimatedItems - items)
  return (newItems: number, allItems: number): void => {
    seen += newItems
    const now = performance.now()
    if (now - saidAt < logEveryMs) return
    saidAt = now
    const rate = seen / ((now - began) / 1000)
    const left =
      rate > 0 && estimatedItems > 0 ? `, about ${seconds((earlier(allItems) / rate) * 1000)} left` : ''
    const of = estimatedItems > 0 ? ` of about ${counted(estimatedItems)}` : ''
    log(`${what}: ${counted(allItems)}${of} items, ${counted(Math.round(rate))} a second${left}`)
  }
}

/** Resolves when one more may be written. */
const openPace = (perSecond: number) => {
  let next = performance.now()
  return async (): Promise<void> => {
    const now = performance.now()
    next = Math.max(now, next) + 1000 / perSecond
    if (next - now > 20) await pause(next - now)
  }
}

const inParts = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  for (let first = 0; first < items.length; first += atOnce)
    await Promise.all(items.slice(first, first + atOnce).map(work))
}

type Counts = Record<string, number>

const add = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

const zeroOf = (steps: readonly MigrationStep[]): Counts =>
  Object.fromEntries(steps.map(({ name }) => [name, 0]))

interface CountOptions {
  readonly what?: string
  readonly afterPage?: () => Promise<void>
}

/** How many items each step has something to do with. Changes nothing. */
export const countNeeds = async (
  table: MigratedTable,
  steps: readonly MigrationStep[],
  options: MigrationOptions,
  { what = 'counting', afterPage = async () => {} }: CountOptions = {},
): Promise<Counts> => {
  const counts = zeroOf(steps)
  const progress = openProgress(what, options)
  let all = 0
  const countSegment = async (segment: number): Promise<void> => {
    let after: Key | undefined
    do {
      const page = await readPage(table, segment, after, options.itemsPerPage ?? usual.itemsPerPage)
      await inParts(page.items, async item => {
        for (const step of steps) if (await needsStep(table, step, item)) add(counts, step.name)
      })
      all += page.items.length
      progress(page.items.length, all)
      await afterPage()
      after = page.after
    } while (after)
  }
  await Promise.all(beginning.segments.map((_, segment) => countSegment(segment)))
  return counts
}

/** Positions are saved one after the other: each has all segments in it. */
const openSaving = (table: MigratedTable, position: Position, leaseMs: number) => {
  let current = position
  let saving: Promise<void> = Promise.resolve()
  const write = (): Promise<void> => {
    const saved = saving.then(() => savePosition(table, { ...current, leaseUntil: Date.now() + leaseMs }))
    saving = saved.catch(() => {})
    return saved
  }
  return {
    get position() {
      return current
    },
    /** Another run is kept away from it. */
    keep: (): Promise<void> => write(),
    save: (segment: number, next: Segment, wrote: Counts): Promise<void> => {
      current = {
        ...current,
        segments: current.segments.map((one, n) => (n === segment ? next : one)),
        wrote: Object.fromEntries(
          Object.entries(wrote).map(([name, count]) => [name, (current.wrote[name] ?? 0) + count]),
        ),
      }
      return write()
    },
  }
}

/**
 * Applies the steps to each item of the table, and then looks at each again. A run that ends in between is gone on with by
 * the next; a page may then be done twice, which is harmless. @throws RefusedError while another process does it;
 * IncompleteError where something of an old form is left
 */
export const migrateItems = async (
  table: MigratedTable,
  steps: readonly MigrationStep[],
  to: number,
  options: MigrationOptions,
): Promise<Readonly<Counts>> => {
  const { log, runner } = options
  const { leaseMs, itemsPerPage, mostWritesPerSecond } = { ...usual, ...options }
  const claimed = await claimPosition(table, { to, runner, leaseMs })
  const begun = claimed.segments.reduce((sum, { items }) => sum + items, 0)
  if (begun > 0) log(`going on after ${counted(begun)} items`)
  const saving = openSaving(table, { ...claimed, wrote: { ...zeroOf(steps), ...claimed.wrote } }, leaseMs)
  const progress = openProgress('migrating', options)
  const pace = openPace(mostWritesPerSecond)
  const migrateSegment = async (segment: number): Promise<void> => {
    let { after, isDone, items } = claimed.segments[segment]!
    let page = isDone ? undefined : await readPage(table, segment, after, itemsPerPage)
    while (page) {
      // Before this one is written: the engine of a local folder goes on after no key that a step has removed.
      const next = page.after && (await readPage(table, segment, page.after, itemsPerPage))
      const wrote = zeroOf(steps)
      const gone = new Set<Stored>()
      await inParts(page.items, async (item: Stored) => {
        const end = await applySteps(table, steps, item, pace)
        for (const name of end.wrote) add(wrote, name)
        if (!end.isThere) gone.add(item)
      })
      items += page.items.length
      isDone = next === undefined
      // For the same reason another run goes on after what is still there, and does the last few again.
      const last = page.items.findLast(item => !gone.has(item))
      if (last) after = keyIn(last)
      await saving.save(segment, { after, isDone, items }, wrote)
      progress(
        page.items.length,
        saving.position.segments.reduce((sum, one) => sum + one.items, 0),
      )
      page = next
    }
  }
  await Promise.all(claimed.segments.map((_, segment) => migrateSegment(segment)))
  const left = await countNeeds(table, steps, options, { what: 'verifying', afterPage: saving.keep })
  await forgetPosition(table, runner)
  const found = Object.entries(left).filter(([, count]) => count > 0)
  if (found.length > 0)
    throw new IncompleteError(
      `${found.map(([name, count]) => `${name}: ${counted(count)} items are of the old form`).join('; ')}: run the same command again`,
    )
  return saving.position.wrote
}
