import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { callApi } from '../../ui/api.ts'
import { positionNow } from '../capture/fixes.ts'
import { updateCall, deleteCall } from '../storage/calls.ts'
import { removeFromOpen } from '../storage/lists.ts'
import type { Call, Visit } from '../storage/records.ts'
import { updateVisit, deleteVisit } from '../storage/visits.ts'
import { withTimeout } from './timeout.ts'
import { downloadVisit } from './refresh.ts'
import { downloadCall } from './refresh-calls.ts'
import { sync } from './sync.ts'

const patienceMs = 30_000

const claimed = async (id: string): Promise<string> => {
  const body = { position: positionNow() ?? null }
  const signal = withTimeout(patienceMs)
  return (await callApi('POST /v1/operations/assignments/{id}/claim', { params: { id }, body, signal }))
    .leaseUntil
}

/** Takes a visit or a call in hand, and brings down what it needs without a network. @throws Refusal, Unreachable */
export const claim = async (by: string, work: WorkItem): Promise<void> => {
  const leaseUntil = await claimed(work.id)
  // Should the network go now, the visit is there; what the applicant said comes with the next look.
  const held: WorkItem = { ...work, way: 'claimed', isMine: true, leaseUntil }
  const kept = work.place ? downloadVisit(by, held) : downloadCall(by, held)
  await removeFromOpen(by, work.id)
  await kept.catch(() => undefined)
}

/** Takes a visit in hand again that was lost, and sends what was made of it. @throws Refusal, Unreachable */
export const reclaimVisit = async (visit: Visit): Promise<void> => {
  await claimed(visit.id)
  await updateVisit(visit, () => ({ trouble: undefined }))
  sync()
}

/** Takes a call in hand again that was lost. @throws Refusal, Unreachable */
export const reclaimCall = async (call: Call): Promise<void> => {
  await claimed(call.id)
  await updateCall(call, () => ({ isLost: false }))
  sync()
}

/** Gives a visit or a call back to others, and deletes what lies here of it. @throws Refusal, Unreachable */
export const returnWork = async ({ by, id }: Pick<Visit, 'by' | 'id'>): Promise<void> => {
  const signal = withTimeout(patienceMs)
  await callApi('DELETE /v1/operations/assignments/{id}/claim', { params: { id }, signal })
  await Promise.all([deleteVisit({ by, id }), deleteCall({ by, id })])
  sync()
}
