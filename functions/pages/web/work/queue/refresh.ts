import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { ApiProblem, callApi } from '../../ui/api.ts'
import { listRecords, saveRecord, updateRecord } from '../storage/database.ts'
import { findLists, findPerson } from '../storage/person.ts'
import {
  applicantRefused,
  type Call,
  type SendFailure,
  type Visit,
  type WorkArea,
} from '../storage/records.ts'
import {
  deleteUnstartedVisit,
  deleteWork,
  hasDrafts,
  markCallSent,
  saveCall,
  saveVisit,
} from '../storage/work.ts'
import { isSameArea, mergeLists } from './open-page.ts'
import { askOpenWork } from './open-work.ts'
import { OtherPersonError } from './retry.ts'

const askSession = () => callApi('GET /v1/session', {})
const askLists = (area?: WorkArea) =>
  Promise.all([callApi('GET /v1/operations/assignments', { query: { list: 'mine' } }), askOpenWork(area)])
type ServerRequest = readonly [ReturnType<typeof askSession>, ReturnType<typeof askLists>]

let early: { readonly asked: ServerRequest; readonly atMs: number } | undefined
/** Older answers may be another person's. */
const earlyMs = 10_000

/** Asks early who is signed in and, on a phone that knows nobody yet, for the work: a slow network answers one by one. */
export const prefetchWork = (): ServerRequest[0] => {
  const session = askSession()
  // Their readers handle the rejections, here and below.
  session.catch(() => undefined)
  void findPerson().then(person => {
    if (person !== undefined) return
    const lists = askLists()
    lists.catch(() => undefined)
    early = { asked: [session, lists], atMs: Date.now() }
  })
  return session
}

/** Asks for the person and their work. @param isEmpty nothing on the phone has changed, so that the early answer will do */
const fetchWork = (isEmpty: boolean, area: WorkArea | undefined) => {
  const taken = early
  early = undefined
  const isFresh = isEmpty && !area && taken && Date.now() - taken.atMs < earlyMs
  return Promise.all(isFresh ? taken.asked : ([askSession(), askLists(area)] as const))
}

/** Reads an assignment. Each reading leaves a trail entry, so that the applicant's statement is read once, and again when there is more of it. */
const readAssignment = (id: string) => callApi('GET /v1/operations/assignments/{id}', { params: { id } })

/** Saves held work, so that it can go on without a network. @throws ApiProblem, NetworkError */
export const download = async (by: string, work: WorkItem): Promise<void> => {
  const saved = await (work.place ? saveVisit : saveCall)(by, work)
  if (!saved) return
  const saidAt = work.applicantSaidAt ?? null
  if (saved.applicantSays !== undefined && (saved.saidAt ?? null) === saidAt) return
  const { applicantSays, property, placeFacts } = await readAssignment(work.id)
  if (work.place) await updateRecord('visits', saved, () => ({ applicantSays, property, placeFacts, saidAt }))
  else await updateRecord('calls', saved, () => ({ applicantSays, saidAt }))
}

/** Undefined for what is others' now. @throws NetworkError */
const findWork = async (id: string) => {
  try {
    const { way, applicantSays } = await readAssignment(id)
    return { way, isRefused: applicantSays?.consent === 'refused' }
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.code === 'not_found') return undefined
    throw error
  }
}

/** A call that is not held any more: the employer has answered, the customer has cancelled, or others have it. */
const endCall = async (call: Call): Promise<unknown> => {
  const { way, isRefused = false } = (await findWork(call.id)) ?? {}
  if (way === 'reported' || way === 'decided')
    return markCallSent(call, { at: new Date().toISOString(), isReported: way === 'reported', isRefused })
  return hasDrafts(call) ? updateRecord('calls', call, () => ({ isLost: true })) : deleteWork(call)
}

const lost: SendFailure = { code: 'lease_lost', detail: 'It went to others, or was taken back.' }

const refused: SendFailure = { code: applicantRefused, detail: 'The applicant does not agree.' }

/**
 * A visit that is not held any more: its answers and photos stay. A visit that was lost before may be held again. Of a
 * refusal whoever had begun nothing learns, too: they may be on the way.
 */
const loseVisit = async (visit: Visit): Promise<void> => {
  if (visit.trouble?.code === applicantRefused) return
  const isRefused = !visit.trouble && (await findWork(visit.id))?.isRefused === true
  if (!isRefused && (await deleteUnstartedVisit(visit))) return
  await updateRecord('visits', visit, ({ trouble }) =>
    trouble || visit.trouble ? undefined : { trouble: isRefused ? refused : lost },
  )
}

/** Longer than a day's round. */
const doneShownMs = 24 * 3_600_000
const isPast = ({ done }: Visit | Call): boolean =>
  done !== undefined && Date.now() - Date.parse(done.at) > doneShownMs

/** Downloads the work. Nothing that was made here changes by it. @throws ApiProblem, NetworkError, OtherPersonError */
export const refresh = async (by: string): Promise<void> => {
  const [visits, calls, before] = await Promise.all([
    listRecords('visits', by),
    listRecords('calls', by),
    findLists(by),
  ])
  const isEmpty = visits.length + calls.length === 0
  const [{ id: person }, [mine, open]] = await fetchWork(isEmpty, before?.area)
  if (person !== by) throw new OtherPersonError()
  const at = new Date().toISOString()
  // An area that was chosen meanwhile has been asked for by itself.
  await saveRecord('lists', by, stored =>
    stored && !isSameArea(stored, before) ? stored : mergeLists(stored, open, at),
  )
  for (const work of mine.data) await download(by, work)
  for (const past of [...visits, ...calls].filter(isPast)) await deleteWork(past)
  const held = new Set(mine.data.map(({ id }) => id))
  const isGone = ({ id, work }: Visit | Call): boolean => work !== undefined && !held.has(id)
  for (const visit of visits.filter(isGone)) await loseVisit(visit)
  for (const call of calls.filter(isGone)) if (!call.isLost) await endCall(call)
}
