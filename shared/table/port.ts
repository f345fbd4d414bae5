export type Fields = object
export type Item = Readonly<Record<string, unknown>>

export interface Key {
  readonly pk: string
  readonly sk: string
}

/** `#name` stands for the attribute, `:name` for `values.name`; names need no declaration. */
export interface Condition {
  readonly when: string
  readonly values?: Fields
  /** Whether the item that failed the condition is decrypted; otherwise its encrypted attributes are left out. */
  readonly opensItem?: (item: Item) => boolean
}

export const absent: Condition = { when: 'attribute_not_exists(#pk)' }
export const present: Condition = { when: 'attribute_exists(#pk)' }

/** Undefined where none is given. Each that says OR stands in brackets of its own. */
export const allOf = (conditions: readonly (Condition | undefined)[]): Condition | undefined => {
  const given = conditions.filter(each => each !== undefined)
  const values = Object.assign({}, ...given.map(each => each.values))
  return given.length === 0 ? undefined : { when: given.map(({ when }) => when).join(' AND '), values }
}

export interface Put {
  readonly put: Item & Key
  readonly condition?: Condition
}
export interface Update {
  readonly update: Key
  readonly set: Fields
  readonly setOnce?: Fields
  /** A missing attribute counts as 0. */
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
/** One that overwrites whatever is there. */
export type PlainWrite = Omit<Put, 'condition'> | Omit<Delete, 'condition'>

/** Of writes in their order, the last of each key. */
export const lastOfKeys = (writes: readonly PlainWrite[]): readonly PlainWrite[] => {
  const byKey = writes.map(one => {
    const { pk, sk } = 'put' in one ? one.put : one.delete
    return [`${pk} ${sk}`, one] as const
  })
  return [...new Map(byKey).values()]
}

export type IndexName = 'gsi1' | 'gsi2' | 'gsi3'

export interface Query {
  readonly index?: IndexName
  readonly partition: string
  readonly from?: string
  readonly to?: string
  readonly newestFirst?: boolean
  readonly limit?: number
  readonly after?: Item
  readonly filter?: Condition
  readonly consistent?: boolean
  /** Leaves out encrypted attributes, which need a secret. */
  readonly plainOnly?: boolean
  /** With `plainOnly`: true stands in the place of each that is there. */
  readonly marksEncrypted?: boolean
}
export interface QueryPage<Row> {
  readonly items: readonly Row[]
  readonly after?: Item
}

/** Writes by what they are called. A name may stand for several writes, or for none. */
export type NamedWrites<Name extends string = string> = {
  readonly [Each in Name]?: Write | readonly Write[] | undefined
}

/** Each with its name, in their order. */
export const listWrites = (writes: NamedWrites): readonly (readonly [name: string, write: Write])[] =>
  Object.entries(writes).flatMap(([name, given = []]) => [given].flat().map(write => [name, write] as const))

/** A transaction that was written. The names are for the compiler, and there is nothing to read in it. */
export interface Written<Name extends string> {
  readonly names?: Name
}

/** What stood in the way of a transaction, by the names of its writes. */
export interface WriteFailure<Name extends string = string> {
  readonly failed: ReadonlySet<Name>
  /** What is stored where a condition failed, if anything is. */
  readonly items: { readonly [Each in Name]?: Item }
}

export class ConditionFailedError extends Error implements WriteFailure {
  override readonly name = 'ConditionFailed'
  readonly failed: ReadonlySet<string>
  readonly items: Readonly<Record<string, Item>>
  constructor({ failed, items }: WriteFailure) {
    super('A condition of the write did not hold')
    this.failed = failed
    this.items = items as Readonly<Record<string, Item>>
  }
}

export type ReadOptions = Pick<Query, 'consistent' | 'plainOnly'>

/** What one call read. */
export interface BatchRead {
  /** As they are stored: `decryptItem` opens them. */
  readonly items: readonly Item[]
  /** What there was no capacity for. */
  readonly unread: readonly Key[]
}

export interface Database {
  /** `opensItem` says as of a condition whether the item is decrypted. */
  get<Row = Item>(key: Key, options?: ReadOptions & Pick<Condition, 'opensItem'>): Promise<Row | undefined>
  getMany<Row = Item>(keys: readonly Key[], options?: ReadOptions): Promise<readonly Row[]>
  /** One call, consistent. @param keys at most 100, no two alike */
  getBatch(keys: readonly Key[]): Promise<BatchRead>
  query<Row = Item>(query: Query): Promise<QueryPage<Row>>
  /** @throws ConditionFailedError, BusyError */
  write(write: Write): Promise<void>
  /** All or nothing; one write alone is a plain call. `failureOf` reads what failed. @throws ConditionFailedError, BusyError */
  transact<Name extends string>(writes: NamedWrites<Name>): Promise<Written<Name>>
  /** Any number in few calls, each by itself: after an error any of them may be done. Of one key the last counts. @throws BusyError */
  writeMany(writes: readonly PlainWrite[]): Promise<void>
  /** Writes one item and returns the plain attributes of its new image. @throws ConditionFailedError, BusyError */
  update<Row = Item>(write: Update): Promise<Row>
}

/** What stood in the way, or undefined where all was written. */
export const failureOf = async <Name extends string>(
  transaction: Promise<Written<Name>>,
): Promise<WriteFailure<Name> | undefined> => {
  try {
    await transaction
    return undefined
  } catch (error) {
    if (error instanceof ConditionFailedError) return error as WriteFailure<string> as WriteFailure<Name>
    throw error
  }
}

/** False if a condition failed. */
export const conditionsMet = async (write: Promise<unknown>): Promise<boolean> =>
  (await failureOf(write as Promise<Written<never>>)) === undefined
