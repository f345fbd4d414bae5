import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { ApiProblem, callApi } from '../../ui/api.ts'
import { deleteCall, hasDrafts, listCalls, markCallSent, saveCall, updateCall } from '../storage/calls.ts'
import { saveLists } from '../storage/person.ts'
import type { Call, Visit } from '../storage/records.ts'
import {
  deleteUnstartedVisit,
  deleteVisit,
  findVisit,
  listVisits,
  newVisit,
  saveVisit,
  updateVisit,
} from '../storage/visits.ts'
import { OtherPersonError } from './retry.ts'
import { fetchWork } from './server.ts'

/** Reads an assignment. Each reading leaves a trail entry, so that the applicant's statement is read once. */
const readAssignment = (id: string) => callApi('GET /v1/operations/assignments/{id}', { params: { id } })

/** Saves a held call. @throws ApiProblem, NetworkError */
export const downloadCall = async (by: string, work: WorkItem): Promise<void> => {
  const call = await saveCall(by, work)
  if (!call || call.applicantSays !== undefined) return
  const { applicantSays } = await readAssignment(work.id)
  await updateCall(call, () => ({ applicantSays }))
}

/** Saves a held visit, so that it can be worked without a network. @throws ApiProblem, NetworkError */
export const downloadVisit = async (by: string, work: WorkItem): Promise<void> => {
  const stored = await findVisit(by, work.id)
  if (stored?.work) await updateVisit(stored, () => ({ work }))
  else await saveVisit(newVisit(by, work))
  if (stored?.applicantSays !== undefined) return
  const { applicantSays, property } = await readAssignment(work.id)
  await updateVisit({ by, id: work.id }, () => ({ applicantSays, property }))
}

/** Undefined for what is others' now. @throws NetworkError */
const findStatus = async (id: string): Promise<WorkItem['way'] | undefined> => {
  try {
    return (await readAssignment(id)).way
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.code === 'not_found') return undefined
    throw error
  }
}

/** A call that is not held any more: the employer has answered, the customer has cancelled, or others have it. */
const endCall = async (call: Call): Promise<void> => {
  const status = await findStatus(call.id)
  const isReported = status === 'reported'
  if (isReported || status === 'decided')
    await markCallSent(call, { at: new Date().toISOString(), isReported })
  else if (hasDrafts(call)) await updateCall(call, () => ({ isLost: true }))
  else await deleteCall(call)
}

const lost = { code: 'lease_lost', detail: 'It went to others, or was taken back.' }

/** A visit that is not held any more: its answers and photos stay. A visit that was lost before may be held again. */
const loseVisit = async (visit: Visit): Promise<void> => {
  if (await deleteUnstartedVisit(visit)) return
  await updateVisit(visit, ({ trouble }) => (trouble || visit.trouble ? undefined : { trouble: lost }))
}

/** Longer than a day's round. */
const doneShownMs = 24 * 3_600_000
const isPast = ({ done }: Visit | Call): boolean =>
  done !== undefined && Date.now() - Date.parse(done.at) > doneShownMs

/** Downloads the work. Nothing that was made here changes by it. @throws ApiProblem, NetworkError, OtherPersonError */
export const refresh = async (by: string): Promise<void> => {
  const [visits, calls] = await Promise.all([listVisits(by), listCalls(by)])
  const { person, mine, open } = await fetchWork(visits.length + calls.length === 0)
  if (person !== by) throw new OtherPersonError()
  await saveLists(by, { at: new Date().toISOString(), open: open.filter(({ isMine }) => !isMine) })
  const held = new Set(mine.map(({ id }) => id))
  for (const work of mine.filter(({ place }) => place)) await downloadVisit(by, work)
  for (const visit of visits) {
    if (isPast(visit)) await deleteVisit(visit)
    else if (visit.work && !held.has(visit.id)) await loseVisit(visit)
  }
  for (const work of mine.filter(({ place }) => !place)) await downloadCall(by, work)
  for (const call of calls) {
    if (isPast(call)) await deleteCall(call)
    else if (call.work && !call.isLost && !held.has(call.id)) await endCall(call)
  }
}
