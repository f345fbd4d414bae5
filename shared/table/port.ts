/** What the stores need of a table; `driver.ts` is the one implementation. */

/** Attributes by name: anything that the table can hold, interfaces included. */
export type Fields = object
/** Attributes as they come back. */
export type Item = Readonly<Record<string, unknown>>

export interface Key {
  readonly pk: string
  readonly sk: string
}

/**
 * A condition of a write. In `when`, `#name` stands for the attribute of that name and `:name` for
 * `values.name`; names need no declaration.
 */
export interface Condition {
  readonly when: string
  readonly values?: Fields
  /** What stands in the way is wanted whole; otherwise what is sealed of it is left out. */
  readonly opensItem?: true
}

/** The write makes the item: nothing has stood under its key. */
export const absent: Condition = { when: 'attribute_not_exists(#pk)' }
/** The write changes what is there, and makes nothing. */
export const present: Condition = { when: 'attribute_exists(#pk)' }

export interface Put {
  readonly put: Item & Key
  readonly condition?: Condition
}
export interface Update {
  readonly update: Key
  readonly set: Fields
  /** Attributes that keep the value they have, if they have one. */
  readonly setOnce?: Fields
  /** Numbers to add; an attribute that is not there counts as 0. */
  readonly add?: Readonly<Record<string, number>>
  readonly remove?: readonly string[]
  readonly condition?: Condition
}
export interface Delete {
  readonly delete: Key
  readonly condition?: Condition
}
export interface Check {
  readonly check: Key
  readonly condition: Condition
}
export type Write = Put | Update | Delete | Check

export interface Query {
  readonly index?: 'gsi1' | 'gsi2'
  readonly partition: string
  /** Sort keys from `from` (included) up to `to` (included). */
  readonly from?: string
  readonly to?: string
  readonly newestFirst?: boolean
  readonly limit?: number
  readonly after?: Item
  readonly filter?: Condition
  readonly consistent?: boolean
  /** Without what is sealed, which takes a secret to open. */
  readonly clear?: boolean
}
export interface QueryPage<Row> {
  readonly items: readonly Row[]
  /** Where the next page starts; absent on the last. */
  readonly after?: Item
}

/** A condition did not hold. `items[n]` is what stood in the way of the n-th write, where the engine says. */
export class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailed'
  readonly failed: readonly boolean[]
  readonly items: readonly (Item | undefined)[]
  constructor(failed: readonly boolean[], items: readonly (Item | undefined)[]) {
    super('A condition of the write did not hold')
    this.failed = failed
    this.items = items
  }
}

export type ReadOptions = Pick<Query, 'consistent' | 'clear'>

export interface Database {
  get<Row = Item>(key: Key, options?: ReadOptions): Promise<Row | undefined>
  /** What is found, in any order. */
  getMany<Row = Item>(keys: readonly Key[], options?: ReadOptions): Promise<readonly Row[]>
  query<Row = Item>(query: Query): Promise<QueryPage<Row>>
  /** One write is one call, several are one transaction. Answers what is clear of the new image of a single update. @throws ConditionFailed, Busy */
  write<Row = Item>(...writes: readonly [Write, ...Write[]]): Promise<Row | undefined>
}

/**
 * Whether a write's conditions held; any other failure is thrown on.
 * @param unless whether what stood in the way counts as held all the same
 */
export const conditionsMet = async (
  write: Promise<unknown>,
  unless: (stored: readonly (Item | undefined)[]) => boolean = () => false,
): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionFailedError) return unless(error.items)
    throw error
  }
}
