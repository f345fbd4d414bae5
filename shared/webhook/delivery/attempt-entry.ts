import type { Attempt as Entry } from '../../event/attempt-contract.ts'
import type { Attempt } from '../transport/attempt.ts'

/** One request as its owner reads of it. */
export const entryOf = ({
  at,
  status,
  latencyMs,
  failure,
  answer,
}: Attempt): Pick<Entry, 'at' | 'status' | 'latencyMs' | 'failure' | 'detail' | 'answer'> => ({
  at: at.toISOString(),
  status: status ?? null,
  latencyMs,
  failure: failure?.kind ?? null,
  detail: failure?.detail ?? null,
  answer: answer ?? null,
})
