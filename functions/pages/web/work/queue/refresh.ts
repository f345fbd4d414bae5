import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { callApi } from '../../ui/api.ts'
import { listCalls } from '../storage/calls.ts'
import { saveLists } from '../storage/lists.ts'
import type { Visit } from '../storage/records.ts'
import {
  updateVisit,
  findVisit,
  deleteUnstartedVisit,
  deleteVisit,
  saveVisit,
  listVisits,
  newVisit,
} from '../storage/visits.ts'
import { fetchWork } from './server.ts'
import { OtherPersonError } from './other-person.ts'
import { refreshCalls } from './refresh-calls.ts'

/** What the applicant said, and shows of the house, comes with a visit once: each reading of it is noted in the trail. */
const keepDetails = async ({ by, id }: Pick<Visit, 'by' | 'id'>): Promise<void> => {
  const { applicantSays, property } = await callApi('GET /v1/operations/assignments/{id}', { params: { id } })
  await updateVisit({ by, id }, () => ({ applicantSays, property }))
}

/** Keeps a visit that somebody holds, so that it can be worked without a network. @throws Refusal, Unreachable */
export const downloadVisit = async (by: string, work: WorkItem): Promise<void> => {
  const standing = await findVisit(by, work.id)
  if (standing?.work) await updateVisit(standing, () => ({ work }))
  else await saveVisit(newVisit(by, work))
  if (standing?.applicantSays === undefined) await keepDetails({ by, id: work.id })
}

const gone = { code: 'lease_lost', detail: 'It went to others, or was taken back.' }

/** A visit that is not held any more. Nothing of it goes that somebody made; and what was lost before may be held again by now. */
const lose = async (visit: Visit): Promise<void> => {
  if (await deleteUnstartedVisit(visit)) return
  await updateVisit(visit, ({ trouble }) => (trouble || visit.trouble ? undefined : { trouble: gone }))
}

/** Longer than a day's round. */
const doneShownMs = 24 * 3_600_000
const isPast = ({ done }: Visit): boolean =>
  done !== undefined && Date.now() - Date.parse(done.at) > doneShownMs

/** Brings down what there is to do. Nothing that was made here changes by it. @throws Refusal, Unreachable, OtherPerson */
export const refresh = async (by: string): Promise<void> => {
  const [before, callsBefore] = await Promise.all([listVisits(by), listCalls(by)])
  const { person, mine, open } = await fetchWork(before.length + callsBefore.length === 0)
  if (person !== by) throw new OtherPersonError()
  const [calls, visits] = [mine.filter(({ place }) => !place), mine.filter(({ place }) => place)]
  await saveLists(by, {
    at: new Date().toISOString(),
    open: open.filter(({ isMine }) => !isMine),
  })
  for (const work of visits) await downloadVisit(by, work)
  const held = new Set(visits.map(({ id }) => id))
  for (const visit of before) {
    if (isPast(visit)) await deleteVisit(visit)
    else if (visit.work && !held.has(visit.id)) await lose(visit)
  }
  await refreshCalls(by, { before: callsBefore, held: calls })
}
