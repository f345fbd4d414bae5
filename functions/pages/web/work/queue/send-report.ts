import { ask, Refusal } from '../../frame/api.ts'
import type { Visit } from '../kept/records.ts'
import { changeVisit, finishVisit } from '../kept/visits.ts'
import { within } from './patience.ts'

const patienceMs = 60_000

/** A report that was tried before, and of which the answer was lost: the office has it. */
const hadArrived = (error: unknown, wasTried: boolean): boolean =>
  wasTried && error instanceof Refusal && error.problem.code === 'already_reported'

const file = async ({ id, report }: Visit): Promise<string> => {
  const { idempotencyKey, body, wasTried } = report!
  try {
    const path = 'POST /v1/operations/assignments/{id}/report'
    const signal = within(patienceMs)
    return (await ask(path, { params: { id }, body, idempotencyKey, signal })).submittedAt
  } catch (error) {
    if (hadArrived(error, wasTried)) return new Date().toISOString()
    throw error
  }
}

/** Sends a signed report, and clears the telephone of its visit once the office has it. @throws Refusal, Unreachable */
export const sendReport = async (visit: Visit): Promise<void> => {
  const { wasTried } = visit.report!
  await changeVisit(visit, ({ report }) => report && { report: { ...report, wasTried: true } })
  const submittedAt = await file({ ...visit, report: { ...visit.report!, wasTried } })
  await finishVisit(visit, submittedAt)
}
