import { saveHeartbeat } from '../../shared/outbox/heartbeat-store.ts'

/** Every few minutes: lets the stream have something to pass on, however quiet the stage is. */
export const handler = (): Promise<void> => saveHeartbeat(Date.now())
