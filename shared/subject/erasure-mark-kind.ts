import { defineKind, type Told } from '../table/kind.ts'
import { erasureDays } from '../table/retention.ts'

export const erasureMarkKind = defineKind({
  name: 'erasureMark',
  days: erasureDays,
})

export const erasureMarkTold = {
  kind: erasureMarkKind,
  what: 'mark of an erasure (bucket)',
  holds: 'ids and a time; nothing of a person',
  after: 'the erasure',
  erased: 'the erasure creates it',
  notExported: 'It contains ids of erased records.',
} as const satisfies Told
