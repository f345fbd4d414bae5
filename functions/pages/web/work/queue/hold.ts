import type { WorkItem } from '../../../../../shared/fieldwork/contract/assignment.ts'
import { ask } from '../../frame/api.ts'
import { positionNow } from '../capture/fixes.ts'
import { changeCall, forgetCall } from '../kept/calls.ts'
import { takeFromOpen } from '../kept/lists.ts'
import type { Call, Visit } from '../kept/records.ts'
import { changeVisit, forgetVisit } from '../kept/visits.ts'
import { within } from './patience.ts'
import { bring } from './refresh.ts'
import { bringCall } from './refresh-calls.ts'
import { sync } from './sync.ts'

const patienceMs = 30_000

const claimed = async (id: string): Promise<string> => {
  const body = { position: positionNow() ?? null }
  const signal = within(patienceMs)
  return (await ask('POST /v1/operations/assignments/{id}/claim', { params: { id }, body, signal }))
    .leaseUntil
}

/** Takes a visit or a call in hand, and brings down what it needs without a network. @throws Refusal, Unreachable */
export const claim = async (by: string, work: WorkItem): Promise<void> => {
  const leaseUntil = await claimed(work.id)
  // Should the network go now, the visit is there; what the applicant said comes with the next look.
  const held: WorkItem = { ...work, way: 'claimed', isMine: true, leaseUntil }
  const kept = work.place ? bring(by, held) : bringCall(by, held)
  await takeFromOpen(by, work.id)
  await kept.catch(() => undefined)
}

/** Takes a visit in hand again that was lost, and sends what was made of it. @throws Refusal, Unreachable */
export const claimAgain = async (visit: Visit): Promise<void> => {
  await claimed(visit.id)
  await changeVisit(visit, () => ({ trouble: undefined }))
  sync()
}

/** Takes a call in hand again that was lost. @throws Refusal, Unreachable */
export const claimCallAgain = async (call: Call): Promise<void> => {
  await claimed(call.id)
  await changeCall(call, () => ({ isLost: false }))
  sync()
}

/** Gives a visit or a call back to others, and deletes what lies here of it. @throws Refusal, Unreachable */
export const giveBack = async ({ by, id }: Pick<Visit, 'by' | 'id'>): Promise<void> => {
  const signal = within(patienceMs)
  await ask('DELETE /v1/operations/assignments/{id}/claim', { params: { id }, signal })
  await Promise.all([forgetVisit({ by, id }), forgetCall({ by, id })])
  sync()
}
