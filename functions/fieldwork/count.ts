import { TenantMode } from '../../shared/account/contract.ts'
import { log } from '../../shared/aws/log.ts'
import { countFieldwork } from '../../shared/fieldwork/count.ts'

/** Every few minutes: counts the fieldwork of the day, for supervisors and for the alarms. */
export const handler = async (): Promise<void> => {
  for (const mode of TenantMode.options) {
    const { agents } = await countFieldwork(mode, Date.now())
    log('fieldwork.counted', { mode, count: agents.length })
  }
}
