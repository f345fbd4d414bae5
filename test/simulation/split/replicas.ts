import { once, type Scheduler } from '../scheduler.ts'

export const regions = ['here', 'there'] as const
export type Region = (typeof regions)[number]
export const otherThan = (region: Region): Region => (region === 'here' ? 'there' : 'here')

/** A version of an item: who wrote it, and when. */
interface Version<Item> {
  readonly item: Item
  readonly atMs: number
  readonly by: Region
}

export interface Replica<Item> {
  get(region: Region, key: string): Item | undefined
  /** Judges `condition` by the copy of this region alone, as a conditional write of a global table does. */
  write(region: Region, key: string, item: Item, condition: (stored: Item | undefined) => boolean): boolean
}

interface Link {
  readonly clock: Scheduler
  readonly random: () => number
  /** When what is sent now can leave: now, or at the end of the split. */
  leavesAtMs(): number
}

/** "Typically within a second", without a promise: https://docs.aws.amazon.com/prescriptive-guidance/latest/dynamodb-global-tables/overview.html */
const lagMs = (random: () => number): number => 300 + random() * 700

const isLater = <Item>(one: Version<Item>, other: Version<Item> | undefined): boolean =>
  other === undefined || one.atMs > other.atMs || (one.atMs === other.atMs && one.by > other.by)

/**
 * A kind of item in a global table with eventual consistency: each region writes its own copy, items travel one by one,
 * and of two versions the later one stays, whole
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html).
 * @param seen hears of every change of a copy, as the stream of that region shows it, and who wrote it
 */
export const openReplica = <Item>(
  { clock, random, leavesAtMs }: Link,
  seen: (region: Region, before: Item | undefined, after: Item, by: Region) => void = () => {},
): Replica<Item> => {
  const copies = { here: new Map<string, Version<Item>>(), there: new Map<string, Version<Item>>() }
  const take = (region: Region, key: string, version: Version<Item>): void => {
    const before = copies[region].get(key)
    if (!isLater(version, before)) return
    copies[region].set(key, version)
    seen(region, before?.item, version.item, version.by)
  }
  return {
    get: (region, key) => copies[region].get(key)?.item,
    write: (region, key, item, condition) => {
      if (!condition(copies[region].get(key)?.item)) return false
      const version = { item, atMs: clock.nowMs(), by: region }
      take(region, key, version)
      const afterMs = leavesAtMs() - clock.nowMs() + lagMs(random)
      clock.begin(
        afterMs,
        once(() => take(otherThan(region), key, version)),
      )
      return true
    },
  }
}
