import { TenantMode } from '../../shared/account/contract.ts'
import { log } from '../../shared/aws/log.ts'
import { countFieldwork } from '../../shared/fieldwork/count.ts'
import { queueReminders } from '../../shared/fieldwork/reminder.ts'

/** Every few minutes: counts the fieldwork of the day, for supervisors and for the alarms, and has agents reminded. */
export const handler = async (): Promise<void> => {
  for (const mode of TenantMode.options) {
    const nowMs = Date.now()
    const { agents } = await countFieldwork(mode, nowMs)
    log('fieldwork.counted', { mode, count: agents.length })
    const count = await queueReminders(mode, nowMs)
    if (count > 0) log('reminders.queued', { mode, count })
  }
}
