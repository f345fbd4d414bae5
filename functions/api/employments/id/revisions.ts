import { listCallerRevisions } from '../../../../shared/dispute/actions.ts'
import { disputeRoutes } from '../../../../shared/dispute/routes.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { toEmploymentRecord } from '../../../../shared/verification/employment-response.ts'

const listEmploymentRevisions: Action<typeof disputeRoutes.listEmploymentRevisions> = async request => {
  const { revisions, disputes } = await listCallerRevisions('employment', request)
  const data = revisions.map(({ record, ...said }) => ({ ...said, employment: toEmploymentRecord(record) }))
  return { status: 200, body: { data, disputes } }
}

export const handler = serve(disputeRoutes, { listEmploymentRevisions })
