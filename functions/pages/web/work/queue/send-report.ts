import { callApi, ApiProblem } from '../../ui/api.ts'
import type { Visit } from '../storage/records.ts'
import { updateVisit, markVisitSent } from '../storage/visits.ts'
import { withTimeout } from './timeout.ts'

const patienceMs = 60_000

/** A report that was tried before, and of which the answer was lost: the office has it. */
const hadArrived = (error: unknown, wasTried: boolean): boolean =>
  wasTried && error instanceof ApiProblem && error.problem.code === 'already_reported'

const file = async ({ id, report }: Visit): Promise<string> => {
  const { idempotencyKey, body, wasTried } = report!
  try {
    const path = 'POST /v1/operations/assignments/{id}/report'
    const signal = withTimeout(patienceMs)
    return (await callApi(path, { params: { id }, body, idempotencyKey, signal })).submittedAt
  } catch (error) {
    if (hadArrived(error, wasTried)) return new Date().toISOString()
    throw error
  }
}

/** Sends a signed report, and clears the telephone of its visit once the office has it. @throws Refusal, Unreachable */
export const sendReport = async (visit: Visit): Promise<void> => {
  const { wasTried } = visit.report!
  await updateVisit(visit, ({ report }) => report && { report: { ...report, wasTried: true } })
  const submittedAt = await file({ ...visit, report: { ...visit.report!, wasTried } })
  await markVisitSent(visit, submittedAt)
}
