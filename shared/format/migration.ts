import type { Item, Key } from '../table/port.ts'

interface Step {
  readonly name: string
  /** Formats of the data (`data-format.ts`): of what it finds, and of what it leaves. */
  readonly from: number
  readonly to: number
}

/** What an item says that must not be said in two ways any more. Attributes that are sealed are bytes here. */
export interface RewriteStep extends Step {
  readonly kind: 'rewrite'
  readonly isOld: (item: Item & Key) => boolean
  /** Pure, and of the same key. Another key is a `fill`, then a `remove`. */
  readonly rewrite: (item: Item & Key) => Item
}

/** Entries of a new index that the items of earlier releases lack. An entry that is there already stays as it is. */
export interface FillStep extends Step {
  readonly kind: 'fill'
  /** Pure; none for an item that has none in this index. */
  readonly entriesOf: (item: Item & Key) => readonly (Item & Key)[]
}

/** What nobody reads any more. */
export interface RemoveStep extends Step {
  readonly kind: 'remove'
  readonly isOld: (item: Item & Key) => boolean
}

/** What has to be done to the items of a format so that a release may read the next one alone. */
export type MigrationStep = RewriteStep | FillStep | RemoveStep
