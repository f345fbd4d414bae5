import type { WorkItem } from '../../../../../shared/review/contract.ts'
import type { AssigneeProposals } from '../../../../../shared/work/assign-contract.ts'
import { callApi } from '../../ui/api.ts'

export const pageLines = '50'

export interface AreaVisits {
  readonly open: readonly WorkItem[]
  readonly held: readonly WorkItem[]
  readonly proposals: AssigneeProposals
  readonly isMore: boolean
}

export const readArea = async (lgaId: string): Promise<AreaVisits> => {
  const query = { lgaId, limit: pageLines }
  const [open, held, proposals] = await Promise.all([
    callApi('GET /v1/operations/assignments', { query: { ...query, list: 'open' } }),
    callApi('GET /v1/operations/assignments', { query: { ...query, list: 'claimed' } }),
    callApi('GET /v1/operations/assignees', { query }),
  ])
  const isMore = open.nextCursor !== null || held.nextCursor !== null
  return { open: open.data, held: held.data, proposals, isMore }
}

/** Whom to give each visit; null takes it back. */
export type ChosenAgents = Readonly<Record<string, string | null>>
