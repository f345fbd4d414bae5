import { TenantMode } from '../../shared/account/contract.ts'
import { log } from '../../shared/aws/log.ts'
import { countFieldwork } from '../../shared/fieldwork/count.ts'
import { extendLeases } from '../../shared/fieldwork/extend-leases.ts'
import { saveDaysSoFar } from '../../shared/numbers/day-store.ts'
import { countWork } from '../../shared/overview/work-count.ts'

/** Every few minutes: counts the fieldwork of the day, for supervisors and for the alarms, and open work and the day for operators, and extends leases of phones that hold something. */
export const handler = async (): Promise<void> => {
  for (const mode of TenantMode.options) {
    const nowMs = Date.now()
    const { agents } = await countFieldwork(mode, nowMs)
    log('fieldwork.counted', { mode, count: agents.length })
    await countWork(mode, nowMs)
    await saveDaysSoFar(mode, nowMs)
    const count = await extendLeases(mode, nowMs)
    if (count > 0) log('leases.extended', { mode, count })
  }
}
