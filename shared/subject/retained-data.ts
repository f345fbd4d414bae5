import { trailLogKind } from '../log/kind.ts'
import { backupKind, streamKind } from '../table/copy-kinds.ts'
import { daysLater } from '../table/retention.ts'
import { type ToldKind, told } from './kinds.ts'

const daysAfter = (days: number, event: string): string =>
  `${days} day${days === 1 ? '' : 's'} after ${event}`

interface RetainedEntry {
  readonly what: string
  readonly holds: string
  readonly until: string
  readonly erased: string
  /** Why it is in no export; absent of what is in one. */
  readonly notExported?: string
}

const entryOf = (each: (typeof told)[number]): RetainedEntry => {
  const { what, holds, erased } = each
  const until = 'after' in each ? daysAfter(each.kind.days, each.after) : each.until
  return { what, holds, until, erased, ...('notExported' in each && { notExported: each.notExported }) }
}

/** What is kept, by kind. */
export const retainedData = Object.fromEntries(told.map(each => [each.kind.name, entryOf(each)])) as Readonly<
  Record<ToldKind, RetainedEntry>
>

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const retentionTable = (): string =>
  [
    lineOf(['what', 'holds of a person', 'until', 'when erased']),
    '|---|---|---|---|',
    ...Object.values(retainedData).map(({ what, holds, until, erased }) =>
      lineOf([what, holds, until, erased]),
    ),
  ].join('\n')

export interface UnerasedCopy {
  readonly what: string
  readonly holds: string
  readonly until: string
}

/** Copies that nobody can change: what an erasure at this time leaves. @param at ISO 8601 */
export const listUnerasedCopies = (at: string): readonly UnerasedCopy[] =>
  [backupKind, streamKind, trailLogKind].map(({ name, days }) => {
    const { what, holds } = retainedData[name]
    return { what, holds, until: daysLater(at, days) }
  })
