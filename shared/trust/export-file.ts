import { expiryTime } from '../table/retention.ts'
import { toExportItem } from './redaction.ts'

/** A file of an export. */
export interface ExportFile {
  /** Within the folder of its verification. */
  readonly name: string
  /** Until when what is in it is kept, ISO 8601; null where that follows from something else. */
  readonly keptUntil: string | null
  /** Undefined if it has gone since it was listed. */
  bytes(): Uint8Array | Promise<Uint8Array | undefined>
}

type Item = object & { readonly expiresAt?: number }

/** Until when the last of some items is kept; null if none says. */
export const lastExpiry = (items: readonly Item[]): string | null => {
  const last = Math.max(...items.map(({ expiresAt = Number.NaN }) => expiresAt))
  return Number.isNaN(last) ? null : expiryTime(last)
}

/** Anything as JSON. */
export const toJsonFile = (name: string, content: unknown, keptUntil: string | null): ExportFile => ({
  name,
  keptUntil,
  bytes: () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
})

/** Items as they are kept, in one file; none is no file. */
export const toItemsFile = (name: string, items: readonly Item[]): readonly ExportFile[] =>
  items.length === 0 ? [] : [toJsonFile(name, items.map(toExportItem), lastExpiry(items))]

/** One item, or none. */
export const optionalItem = <Found>(found: Found | undefined): readonly Found[] =>
  found === undefined ? [] : [found]
