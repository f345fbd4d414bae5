import { TenantMode } from '../../account/contract.ts'
import { findOrganisations } from '../../account/store.ts'
import { Fault } from '../../aws/errors.ts'
import { errorLogFields, log } from '../../aws/log.ts'
import type { Month } from '../../ledger/contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import { type ClosingMoment, checkClosedMonth, closeMonth } from './close-month.ts'
import { monthsToClose } from './due.ts'

const closeOne = async (tenant: Tenant, month: Month, moment: ClosingMoment): Promise<boolean> => {
  try {
    const of = { ...tenant, month }
    const result = await closeMonth(of, moment)
    if (result === 'closed') await checkClosedMonth(of)
    else if (result !== 'empty') log('ledger.month-closing', { ...tenant, code: month, result })
    return true
  } catch (error) {
    log('ledger.month-not-closed', { ...tenant, code: month, ...errorLogFields(error) })
    return false
  }
}

/**
 * Takes the due months of every tenant one step on. One that fails holds no other up.
 * @throws Fault at the end where some failed
 */
export const closeMonths = async (moment: ClosingMoment): Promise<void> => {
  let failed = 0
  // The next run goes on.
  for (const { id: organisationId } of await findOrganisations())
    for (const mode of TenantMode.options)
      for (const month of monthsToClose(moment.nowMs))
        if (!moment.isTimeUp?.() && !(await closeOne({ organisationId, mode }, month, moment))) failed += 1
  if (failed > 0) throw new Fault(`Months of the ledger that could not be closed: ${failed}`)
}
