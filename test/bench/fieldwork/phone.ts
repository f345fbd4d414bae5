import * as z from 'zod/mini'
import { toAssignmentId } from '../../../shared/assignment/assignment.ts'
import { type AssignmentTask, listHeld } from '../../../shared/assignment/list-store.ts'
import { findAssignment } from '../../../shared/assignment/store.ts'
import { findWorkPhotos, savePhotoResults } from '../../../shared/evidence/photo-store.ts'
import { recordPhotos } from '../../../shared/evidence/record-photos.ts'
import { saveUnsent } from '../../../shared/evidence/unsent-store.ts'
import { Problem, type ProblemCode } from '../../../shared/http/contract/problem.ts'
import { encodeCursor } from '../../../shared/http/cursor.ts'
import { toVisitEntries } from '../../../shared/stats/entry.ts'
import { fitPage, listClaimableWork } from '../../../shared/work/area-list.ts'
import { toWorkItem } from '../../../shared/work/assignment-response.ts'
import { claimWork, releaseWork } from '../../../shared/work/claim.ts'
import { type AssignmentFilter, WorkList } from '../../../shared/work/contract.ts'
import { submitReport } from '../../../shared/work/file-report.ts'
import { sha256Of } from '../../support/capture.ts'
import { actAt, unseen } from './day-clock.ts'
import { timeOf } from './day-plan.ts'
import type { DayVisit, FieldAgent, FieldWorld } from './world.ts'

/* What an agent's phone asks for, by the product's own code. */

/** What a phone is answered and can live with. Anything else that fails is a fault of the product. */
const refusalsByRule: readonly ProblemCode[] = [
  'already_claimed',
  'too_many_claims',
  'already_reported',
  'lease_lost',
  'unavailable',
]

/** Undefined where it was refused; `note` hears why. @throws what no rule of the product is */
export const unlessRefused = async <Answer>(
  asked: Promise<Answer>,
  note: (code: ProblemCode) => void,
): Promise<Answer | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof Problem) || !refusalsByRule.includes(error.code)) throw error
    note(error.code)
    return undefined
  }
}

export interface ListAnswer {
  readonly tasks: readonly AssignmentTask[]
  readonly cursor: string | undefined
  /** Of the answer's body. */
  readonly bytes: number
}

/** A page as the phone asks for it. */
const pageSize = 30

const askPage = async (
  { caller }: FieldAgent,
  asked: AssignmentFilter,
  nowMs: number,
): Promise<ListAnswer> => {
  const query = { limit: pageSize, ...asked }
  const page = await listClaimableWork({ caller, query, nowMs })
  const viewer = { worker: caller.clientId, nowMs }
  const { lines, cursor } = fitPage(page, query, task => toWorkItem(task, viewer))
  const nextCursor = encodeCursor(cursor)
  const body = JSON.stringify(z.parse(WorkList, { data: lines, nextCursor }))
  const tasks = page.items.slice(0, lines.length)
  return { tasks, cursor: nextCursor ?? undefined, bytes: Buffer.byteLength(body) }
}

export interface FirstList extends ListAnswer {
  /** Without what serves everybody for a minute. */
  readonly calls: number
  readonly sharedCalls: number
  readonly readUnits: number
}

/** The first thing that a phone asks for, and what it cost. */
export const askFirstList = (agent: FieldAgent, nowMs: number): Promise<FirstList> =>
  actAt(nowMs, async act => {
    const answer = await askPage(agent, {}, nowMs)
    const { calls, sharedCalls, readUnits } = act
    return { ...answer, calls: calls - sharedCalls, sharedCalls, readUnits }
  })

/** What is held, and the first page of what is open: where it is short, the next one; else the calls, which come last. */
export const refresh = async (agent: FieldAgent, nowMs: number) => {
  const mine = await listHeld('live', agent.id)
  const first = await askPage(agent, {}, nowMs)
  const isShort = first.tasks.length < pageSize
  const second = first.cursor && isShort ? await askPage(agent, { cursor: first.cursor }, nowMs) : undefined
  const next = second ? second.cursor : first.cursor
  if (next) await askPage(agent, { product: 'employment' }, nowMs)
  return { mine, open: [...first.tasks, ...(second?.tasks ?? [])] }
}

const claim = ({ caller }: FieldAgent, id: string, { latitude, longitude }: DayVisit['at'], nowMs: number) =>
  claimWork({
    caller,
    id,
    nowMs,
    position: { latitude, longitude, accuracyMetres: 15, measuredAt: timeOf(nowMs - 1000) },
  })

const slots = ['exteriorPhotos.photo1', 'interiorPhotos.photo1'] as const

/** What was made of a visit, wherever there was no network. */
export interface MadeVisit {
  readonly visit: DayVisit
  readonly madeAtMs: number
}

const stateRecords = ({ device }: FieldAgent, { visit, madeAtMs }: MadeVisit): readonly string[] => {
  const id = toAssignmentId(visit)
  return slots.map((slot, index) => {
    const at = madeAtMs - (slots.length - index) * 30_000
    return device.capture(id, Buffer.from(`${id} ${slot}`), {
      slot,
      capturedAt: timeOf(at),
      fixes: [{ ...visit.at, accuracyMetres: 14.2, at: timeOf(at - 2000) }],
    })
  })
}

/** As the last answer to an upload does. The bytes, and what is alike on them, are no part of a day at the table. */
const settlePhotos = async ({ id: by }: FieldAgent, visit: DayVisit, nowMs: number): Promise<void> => {
  const storedAt = timeOf(nowMs)
  const settled = (await findWorkPhotos(visit, nowMs)).map(
    photo =>
      ({
        photo,
        result: {
          state: 'stored',
          storedAt,
          width: 1200,
          height: 1600,
          shownSha256: sha256Of(Buffer.from(photo.sha256)),
        },
      }) as const,
  )
  await savePhotoResults(visit, settled, { by, at: storedAt })
}

const reportOf = ({ visit, madeAtMs }: MadeVisit) => ({
  visit: {
    findings: { addressExists: true, hadAccess: true, isThere: true },
    position: { ...visit.at, accuracyMetres: 12, measuredAt: timeOf(madeAtMs) },
    addressType: 'Bungalow',
    comment: 'A cream bungalow behind a black gate, opposite the pharmacy.',
    neighbor: { comment: 'Knows her.', firstname: 'Bola', lastname: 'Ade', phone: '08099440022' },
  },
})

const noContradiction = async (): Promise<boolean> => {
  throw new Error('No visit of this day is a second one')
}

/** Sends the statement of the photos and the report. Undefined where the visit is another's by now. */
const send = async (
  { reported }: FieldWorld,
  agent: FieldAgent,
  made: MadeVisit,
  { nowMs, note }: { readonly nowMs: number; readonly note: (code: ProblemCode) => void },
) => {
  const { caller } = agent
  const id = toAssignmentId(made.visit)
  const stated = await unlessRefused(
    recordPhotos({ caller, id, records: stateRecords(agent, made), nowMs }),
    note,
  )
  if (!stated) return undefined
  await settlePhotos(agent, made.visit, nowMs)
  const body = reportOf(made) as never
  const filed = await unlessRefused(submitReport({ caller, id, body, nowMs }, noContradiction), note)
  // The stream tells the relay: nobody asks the table.
  if (filed) reported.push(...toVisitEntries(undefined, (await unseen(() => findAssignment(made.visit)))!))
  return filed
}

const sayUnsent = (agent: FieldAgent, number: number, reports: number, nowMs: number): Promise<boolean> =>
  saveUnsent(
    'live',
    { agentId: agent.id, deviceId: agent.device.id },
    { number, reports, photos: reports * slots.length },
    timeOf(nowMs),
  )

const release = ({ caller }: FieldAgent, id: string, nowMs: number): Promise<void> =>
  releaseWork({ caller, id, nowMs, reason: 'noTime' })

export const phone = { claim, send, sayUnsent, release }
