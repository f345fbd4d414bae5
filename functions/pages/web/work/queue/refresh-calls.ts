import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { callApi, ApiProblem } from '../../ui/api.ts'
import { updateCall, markCallSent, deleteCall, hasDrafts, saveCall } from '../storage/calls.ts'
import type { Call } from '../storage/records.ts'

const read = (id: string) => callApi('GET /v1/operations/assignments/{id}', { params: { id } })

/** Keeps a call that somebody holds. What the applicant said comes once: each reading is noted in the trail. @throws Refusal, Unreachable */
export const downloadCall = async (by: string, work: WorkItem): Promise<void> => {
  const call = await saveCall(by, work)
  if (!call || call.applicantSays !== undefined) return
  const { applicantSays } = await read(work.id)
  await updateCall(call, () => ({ applicantSays }))
}

const lose = (call: Call): Promise<void> =>
  hasDrafts(call) ? updateCall(call, () => ({ isLost: true })) : deleteCall(call)

/** Undefined for what is others' now. @throws Unreachable */
const wayOf = async (id: string): Promise<WorkItem['way'] | undefined> => {
  try {
    return (await read(id)).way
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.code === 'not_found') return undefined
    throw error
  }
}

/** A call that is not held any more: the employer has answered, the customer has cancelled, or others have it. */
const part = async (call: Call): Promise<void> => {
  const way = await wayOf(call.id)
  const isOver = way === 'reported' || way === 'decided'
  if (isOver) await markCallSent(call, { at: new Date().toISOString(), isReported: way === 'reported' })
  else await lose(call)
}

/** Longer than a day's round. */
const doneShownMs = 24 * 3_600_000
const isPast = ({ done }: Call): boolean =>
  done !== undefined && Date.now() - Date.parse(done.at) > doneShownMs

/** Brings the calls that somebody holds. @param before those that lay here when it was asked @throws Refusal, Unreachable */
export const refreshCalls = async (
  by: string,
  { before, held }: { readonly before: readonly Call[]; readonly held: readonly WorkItem[] },
): Promise<void> => {
  for (const work of held) await downloadCall(by, work)
  const ids = new Set(held.map(({ id }) => id))
  for (const call of before) {
    if (isPast(call)) await deleteCall(call)
    else if (call.work && !call.isLost && !ids.has(call.id)) await part(call)
  }
}
