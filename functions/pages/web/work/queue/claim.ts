import type { RefusalReason } from '../../../../../shared/work/assignment/refusal-contract.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { callApi, NoticeError } from '../../ui/api.ts'
import { statePosition } from '../capture/position.ts'
import { StorageError } from '../storage/database.ts'
import { removeFromOpen } from '../storage/person.ts'
import type { Visit } from '../storage/records.ts'
import { deleteWork } from '../storage/work.ts'
import { download } from './refresh.ts'
import { withTimeout } from './retry.ts'
import { sync } from './sync.ts'

const timeoutMs = 30_000

/** @throws ApiProblem, NetworkError */
export const claimAssignment = async (id: string) =>
  callApi('POST /v1/operations/assignments/{id}/claim', {
    params: { id },
    body: { position: (await statePosition()) ?? null },
    signal: withTimeout(timeoutMs),
  })

/** Claims a visit or a call, and downloads what it needs without a network. @throws ApiProblem, NetworkError */
export const claim = async (by: string, work: WorkItem): Promise<void> => {
  const { leaseUntil } = await claimAssignment(work.id)
  const saved = download(by, { ...work, way: 'claimed', isMine: true, isOffered: false, leaseUntil })
  try {
    await removeFromOpen(by, work.id)
    await saved
  } catch (error) {
    // If the network fails now, the work is saved; the applicant's statement comes with the next refresh.
    if (error instanceof StorageError)
      throw new NoticeError(
        'It is yours, but this phone has no room for it. Make room, then press “Look again”.',
        { cause: error },
      )
  }
}

/**
 * Releases a visit or a call, and deletes it from the phone. @param reason for which it is refused, if it was assigned
 * @throws ApiProblem, NetworkError
 */
export const returnWork = async (held: Pick<Visit, 'by' | 'id'>, reason?: RefusalReason): Promise<void> => {
  const signal = withTimeout(timeoutMs)
  const asked = { params: { id: held.id }, query: { reason }, signal }
  await callApi('DELETE /v1/operations/assignments/{id}/claim', asked)
  await deleteWork(held)
  sync()
}
