import { defineKind } from '../table/kind.ts'
import { erasureDays } from '../table/retention.ts'

export const erasureMarkKind = defineKind({
  name: 'erasureMark',
  what: 'mark of an erasure (bucket)',
  holds: 'ids and a time; nothing of a person',
  days: erasureDays,
  after: 'the erasure',
  erased: 'the erasure creates it',
  notExported: 'It contains ids of erased records.',
})
