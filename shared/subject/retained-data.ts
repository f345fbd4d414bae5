import { backupKind, streamKind } from '../table/copy-kinds.ts'
import { daysLater } from '../table/retention.ts'
import { type ToldKind, toldKinds } from './kinds.ts'
import { trailLogKind } from '../log/kind.ts'

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

const entryOf = (kind: ToldKind): RetainedEntry => {
  const { what, holds, erased } = kind
  const until = 'after' in kind ? daysAfter(kind.days, kind.after) : kind.until
  return { what, holds, until, erased, ...('notExported' in kind && { notExported: kind.notExported }) }
}

/** What is kept, by kind. */
export const retainedData = Object.fromEntries(toldKinds.map(kind => [kind.name, entryOf(kind)])) as Readonly<
  Record<ToldKind['name'], RetainedEntry>
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
  [backupKind, streamKind, trailLogKind].map(({ what, holds, days }) => ({
    what,
    holds,
    until: daysLater(at, days),
  }))
