import { defineKind, toKey } from '../table/kind.ts'

export const heartbeatPartition = 'heartbeat'

/**
 * The only one: it is put again and again, and expires nowhere. Nothing follows from it but that the stream's
 * consumer is called.
 * `heartbeat`, `heartbeat`; read by nobody: the stream passes it on.
 */
export const heartbeatKind = defineKind({
  name: 'heartbeat',
  sortKey: 'heartbeat',
  writable: [heartbeatPartition],
})

/** The only one: it is put again and again, and expires nowhere. */
export const heartbeatKey = () => toKey(heartbeatPartition, 'heartbeat')
