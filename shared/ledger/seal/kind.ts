import { defineKind, type Told } from '../../table/kind.ts'
import { ledgerKind } from '../kinds.ts'

export const ledgerSealKind = defineKind({
  name: 'ledgerSeal',
  days: ledgerKind.days,
})

export const ledgerSealTold = {
  kind: ledgerSealKind,
  what: 'seal of a month of the ledger (bucket, locked)',
  holds: 'nothing: the lines of the ledger of that month, as the table has them',
  after: 'it was made, some days after its month',
  erased: 'stays, and nobody can change it: its lines name nobody',
  notExported: 'It contains lines of the ledger, which name nobody.',
} as const satisfies Told
