import { setting } from '../../aws/environment.ts'
import { sendAll, toMessage } from '../../aws/sqs.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { ListPage } from './list-store.ts'

/** Queue `compactions`: one page of a tenant's list, or the first page of each. */
export interface CompactionPage extends Tenant {
  readonly list?: number
  readonly after?: ListPage['after']
  /** Something on this page failed before; the next page has its own message already. */
  readonly isAgain?: true
}

export const sendCompactions = (messages: readonly CompactionPage[]): Promise<void> =>
  sendAll(setting('COMPACTIONS_QUEUE_URL'), messages.map(toMessage))
