import { database } from '../table/driver.ts'
import { heartbeatKey } from './heartbeat-kind.ts'

/** A change that the stream passes on: one that changed nothing would not come through. */
export const saveHeartbeat = async (nowMs: number): Promise<void> => {
  await database.write({ put: { ...heartbeatKey(), at: new Date(nowMs).toISOString() } })
}
