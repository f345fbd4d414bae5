import { ledgerKind } from '../kinds.ts'
import { defineKind } from '../../table/kind.ts'

export const ledgerSealKind = defineKind({
  name: 'ledgerSeal',
  what: 'seal of a month of the ledger (bucket, locked)',
  holds: 'nothing: the lines of the ledger of that month, as the table has them',
  days: ledgerKind.days,
  after: 'it was made, some days after its month',
  erased: 'stays, and nobody can change it: its lines name nobody',
  notExported: 'It contains lines of the ledger, which name nobody.',
})
