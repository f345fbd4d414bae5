import { callApi, isSessionExpired, ApiProblem } from '../../ui/api.ts'
import { enrol } from '../storage/device.ts'
import type { Visit } from '../storage/records.ts'
import { updateVisit, findVisit, listVisits } from '../storage/visits.ts'
import { decideRetry } from './retry.ts'
import { OtherPersonError } from './other-person.ts'
import { sendPhotos } from './send-photos.ts'
import { sendReport } from './send-report.ts'

const isTrouble = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && decideRetry(error.problem.code) === 'trouble'

const isToSend = ({ work, trouble }: Visit): boolean => work !== undefined && trouble === undefined

const sendVisit = async (visit: Visit): Promise<void> => {
  const isAll = await sendPhotos(visit)
  const latest = await findVisit(visit.by, visit.id)
  if (isAll && latest?.report && isToSend(latest)) await sendReport(latest)
}

/** Notes what stands in the way of one visit; the others go on. @throws whatever else happened */
const tryVisit = async (visit: Visit): Promise<void> => {
  try {
    await sendVisit(visit)
  } catch (error) {
    if (!isTrouble(error)) throw error
    const { code, detail, errors = [] } = error.problem
    const trouble = { code, detail: [detail, ...errors.map(each => each.detail)].join(' ') }
    await updateVisit(visit, () => ({ trouble }))
  }
}

/** Whether another visit can fare better. */
const isOfThisVisit = (error: unknown): boolean => error instanceof ApiProblem && !isSessionExpired(error)

/** Sends all of somebody's that can be sent. @throws Refusal, Unreachable, OtherPerson */
export const sendAll = async (by: string): Promise<void> => {
  const visits = (await listVisits(by)).filter(isToSend)
  if (visits.length === 0) return
  const { id } = await callApi('GET /v1/session', {})
  if (id !== by) throw new OtherPersonError()
  await enrol(by)
  const failures: unknown[] = []
  for (const visit of visits)
    await tryVisit(visit).catch(error => {
      if (!isOfThisVisit(error)) throw error
      failures.push(error)
    })
  if (failures.length > 0) throw failures[0]
}
