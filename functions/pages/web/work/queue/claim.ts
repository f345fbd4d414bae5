import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { callApi } from '../../ui/api.ts'
import { positionNow } from '../capture/position.ts'
import { deleteCall, updateCall } from '../storage/calls.ts'
import { removeFromOpen } from '../storage/person.ts'
import type { Call, Visit } from '../storage/records.ts'
import { deleteVisit, updateVisit } from '../storage/visits.ts'
import { downloadCall, downloadVisit } from './refresh.ts'
import { withTimeout } from './retry.ts'
import { sync } from './sync.ts'

const timeoutMs = 30_000

const claimAssignment = async (id: string): Promise<string> => {
  const body = { position: positionNow() ?? null }
  const signal = withTimeout(timeoutMs)
  return (await callApi('POST /v1/operations/assignments/{id}/claim', { params: { id }, body, signal }))
    .leaseUntil
}

/** Claims a visit or a call, and downloads what it needs without a network. @throws ApiProblem, NetworkError */
export const claim = async (by: string, work: WorkItem): Promise<void> => {
  const leaseUntil = await claimAssignment(work.id)
  // If the network fails now, the visit is saved; the applicant's statement comes with the next refresh.
  const held: WorkItem = { ...work, way: 'claimed', isMine: true, leaseUntil }
  const saved = work.place ? downloadVisit(by, held) : downloadCall(by, held)
  await removeFromOpen(by, work.id)
  await saved.catch(() => undefined)
}

/** Claims a lost visit again, and sends it. @throws ApiProblem, NetworkError */
export const reclaimVisit = async (visit: Visit): Promise<void> => {
  await claimAssignment(visit.id)
  await updateVisit(visit, () => ({ trouble: undefined }))
  sync()
}

/** Claims a lost call again. @throws ApiProblem, NetworkError */
export const reclaimCall = async (call: Call): Promise<void> => {
  await claimAssignment(call.id)
  await updateCall(call, () => ({ isLost: false }))
  sync()
}

/** Releases a visit or a call, and deletes it from the phone. @throws ApiProblem, NetworkError */
export const returnWork = async ({ by, id }: Pick<Visit, 'by' | 'id'>): Promise<void> => {
  const signal = withTimeout(timeoutMs)
  await callApi('DELETE /v1/operations/assignments/{id}/claim', { params: { id }, signal })
  await Promise.all([deleteVisit({ by, id }), deleteCall({ by, id })])
  sync()
}
