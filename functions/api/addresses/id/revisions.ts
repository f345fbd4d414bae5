import { listCallerRevisions } from '../../../../shared/dispute/actions.ts'
import { disputeRoutes } from '../../../../shared/dispute/routes.ts'
import { linkSeconds, photoUrls } from '../../../../shared/evidence/file-token.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { toAddressRecord } from '../../../../shared/verification/record.ts'

const listAddressRevisions: Action<typeof disputeRoutes.listAddressRevisions> = async request => {
  const { revisions, disputes } = await listCallerRevisions('address', request)
  const urlOf = await photoUrls(request.nowMs, linkSeconds.answer)
  const data = revisions.map(({ record, ...said }) => ({ ...said, address: toAddressRecord(record, urlOf) }))
  return { status: 200, body: { data, disputes } }
}

export const handler = serve(disputeRoutes, { listAddressRevisions })
