import { defineKind, type Told } from '../table/kind.ts'

export const trailLogKind = defineKind({
  name: 'trailLog',
  /** Longer than trails by the days of a restore, so that every entry can be compared. */
  days: 400,
})

export const trailLogTold = {
  kind: trailLogKind,
  what: 'log of the trails (bucket, locked)',
  holds: 'nothing: ids of organisations and verifications, numbers and digests of entries, and their expiry',
  after: 'its hour',
  erased:
    'stays: nobody can take it away, which is what it is for; without the salts it says nothing of anybody',
  notExported: 'It contains ids and digests of trail entries, and the trails are exported.',
} as const satisfies Told
