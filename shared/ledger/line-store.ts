import { absent, type Put } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import { chargeReferenceKey, chargeReferenceKind, ledgerKey, ledgerKind } from './kinds.ts'
import { type Charge, type LedgerLine, toLedgerLine } from './line.ts'
import { priceListVersion } from './price.ts'

export const ledgerLineKey = (line: LedgerLine) =>
  ledgerKey(line, line.chargedAt, line.verificationId, ...(line.messageLink ? [line.messageLink] : []))

const itemOf = (line: LedgerLine) => ({
  ...line,
  ...ledgerLineKey(line),
  expiresAt: expiresAt(line.chargedAt, ledgerKind.days),
})

/** What a charge was ordered as. A look-up has none. */
export interface ChargedOrder {
  readonly customerReference: string
  readonly requestedAt: string
}

/** It lies beside the line, as long as its record is kept, so that a list of lines reads no records. */
const referencePut = (line: LedgerLine, { customerReference, requestedAt }: ChargedOrder): Put => ({
  put: {
    ...chargeReferenceKey(line, ledgerLineKey(line)),
    customerReference,
    expiresAt: expiresAt(requestedAt, chargeReferenceKind.days),
  },
})

export type ChargeWrites = readonly Put[]

/** In the write that charges; none for what is free. The record's condition prevents a second charge, the line's prevents overwriting another line. */
export const chargeWrites = (charge: Charge, order?: ChargedOrder): ChargeWrites => {
  const line = toLedgerLine(charge, priceListVersion())
  if (!line) return []
  return [{ put: itemOf(line), condition: absent }, ...(order ? [referencePut(line, order)] : [])]
}
