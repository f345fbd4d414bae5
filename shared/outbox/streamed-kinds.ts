import { lateLookupKind } from '../identity/kinds.ts'
import { linkKind } from '../link/kinds.ts'
import { assignmentKind } from '../verification/assignment-kind.ts'
import { verificationKind } from '../verification/kinds.ts'
import { alertKind } from '../webhook/alert/alert-kind.ts'
import { heartbeatKind } from './heartbeat-kind.ts'

/** What the stream passes on; its filter drops other changes before anybody pays for them. */
export const streamedKinds = [
  verificationKind,
  assignmentKind,
  lateLookupKind,
  heartbeatKind,
  linkKind,
  alertKind,
] as const

/** Whole sort keys, and prefixes. */
export const streamedSortKeys = streamedKinds.map(({ sortKey }) =>
  sortKey.endsWith('#') ? { prefix: sortKey } : sortKey,
)
