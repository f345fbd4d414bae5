import { ledgerKey } from '../table/keys.ts'
import { absent, type Put } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import { type Charge, type LedgerLine, toLedgerLine } from './line.ts'
import { priceListVersion } from './price.ts'

export const ledgerLineKey = (line: LedgerLine) =>
  ledgerKey(line, line.chargedAt, line.verificationId, ...(line.messageLink ? [line.messageLink] : []))

const itemOf = (line: LedgerLine) => ({
  ...line,
  ...ledgerLineKey(line),
  expiresAt: expiresAt(line.chargedAt, retentionDays.ledger),
})

/** In the write that charges; none for what is free. The record's condition prevents a second charge, the line's prevents overwriting another line. */
export const chargeWrites = (charge: Charge): readonly Put[] => {
  const line = toLedgerLine(charge, priceListVersion())
  return line ? [{ put: itemOf(line), condition: absent }] : []
}
