import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { AssignmentResponse, Review } from '../../../../../shared/review/contract.ts'
import { ApiProblem, callApi, errorMessage, serverNowMs } from '../../ui/api.ts'
import { formatTimeOfDay } from '../../ui/format.ts'

export interface CaseFile extends AssignmentResponse {
  readonly review: Review
}

export type CaseOpening =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'open'
      readonly file: CaseFile
      /** ISO 8601. */
      readonly until: string
      readonly takenAtMs: number
      /** Why it could not be extended the last time. */
      readonly trouble?: unknown
    }
  /** To be read, and held by nobody. */
  | { readonly kind: 'decided'; readonly file: CaseFile; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'failed'; readonly error: unknown }

const answerLimitMs = 20_000

let last: Promise<unknown> = Promise.resolve()

/** One after the other: a release must never overtake the next claim. */
const inTurn = <Result>(action: () => Promise<Result>): Promise<Result> => {
  const done = last.then(action)
  last = done.catch(() => undefined)
  return done
}

export const readCase = (id: string): Promise<AssignmentResponse> =>
  callApi('GET /v1/operations/assignments/{id}', {
    params: { id },
    signal: AbortSignal.timeout(answerLimitMs),
  })

const take = (id: string) =>
  inTurn(() =>
    callApi('POST /v1/operations/assignments/{id}/claim', {
      params: { id },
      body: {},
      signal: AbortSignal.timeout(answerLimitMs),
    }),
  )

const releaseClaim = (id: string) =>
  callApi('DELETE /v1/operations/assignments/{id}/claim', { params: { id }, keepalive: true }).catch(() => {
    // The claim expires by itself.
  })

const refusedFor = (words: string): CaseOpening => ({ kind: 'refused', words })

const isForGood = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.problem.status < 500 && error.problem.code !== 'unauthenticated'

/** By as much the service may be ahead of what a page knows of its time, to the second. */
const behindMs = 1000

/** Who has it. A claim that was just given back is nobody's. */
const holderIn = (file: AssignmentResponse | undefined): string | undefined => {
  const { reviewer, reviewUntil } = file?.review ?? {}
  return reviewer && reviewUntil && Date.parse(reviewUntil) > serverNowMs() + behindMs
    ? `${reviewer} has it until ${formatTimeOfDay(reviewUntil)}.`
    : undefined
}

/** Says why the case cannot be opened, and who has it. */
const refusalOf = (error: unknown, file?: AssignmentResponse): CaseOpening => {
  if (!isForGood(error)) return { kind: 'failed', error }
  const isTaken = error.problem.code === 'already_claimed'
  return refusedFor((isTaken && holderIn(file)) || errorMessage(error))
}

/** Of a case that this reviewer may read, and that is decided already. */
const describeDecided = ({ way, review }: AssignmentResponse): string | undefined => {
  return review && way === 'decided' ? 'It is decided already.' : undefined
}

/** Checked before claiming: what is no report would be claimed as a visit. */
const nothingToReview = ({ way, review }: AssignmentResponse): string | undefined => {
  if (way === 'decided') return 'It is decided already.'
  if (way !== 'reported') return 'Nothing waits here: its agent has not reported, or has it back.'
  return review ? undefined : 'You made this visit. Another reviewer decides it.'
}

interface CaseView {
  isLeft: boolean
  isHeld: boolean
  isDecided: boolean
}

const isToRelease = ({ isHeld, isDecided }: CaseView): boolean => isHeld && !isDecided

const claimFor = async (look: CaseView, file: AssignmentResponse): Promise<CaseOpening> => {
  look.isHeld = true
  try {
    const { leaseUntil } = await take(file.id)
    return { kind: 'open', file: file as CaseFile, until: leaseUntil, takenAtMs: serverNowMs() }
  } catch (error) {
    // Without an answer the claim may exist, and is released on leaving.
    if (isForGood(error)) look.isHeld = false
    // Another reviewer may have claimed it in between: read who.
    return refusalOf(error, isForGood(error) ? await readCase(file.id) : file)
  }
}

const open = async (id: string, look: CaseView): Promise<CaseOpening> => {
  try {
    const file = await readCase(id)
    const words = describeDecided(file)
    if (words !== undefined) return { kind: 'decided', file: file as CaseFile, words }
    const nothing = nothingToReview(file)
    if (nothing !== undefined) return refusedFor(nothing)
    return look.isLeft ? { kind: 'opening' } : await claimFor(look, file)
  } catch (error) {
    return refusalOf(error)
  }
}

interface OpenCase {
  readonly opening: CaseOpening
  readonly again: () => void
  readonly keep: () => void
  /** Notes that there is nothing left to release. */
  readonly finish: () => void
}

/** Claims a case while it is shown, and releases it when it is left. What is decided keeps its claim until it is sent. */
export const useCase = (id: string, isDecided: boolean): OpenCase => {
  const [opening, setOpening] = useState<CaseOpening>({ kind: 'opening' })
  const look = useRef<CaseView>({ isLeft: false, isHeld: false, isDecided })
  look.current.isDecided = isDecided

  const again = useCallback(() => {
    setOpening({ kind: 'opening' })
    void open(id, look.current).then(setOpening)
  }, [id])

  const keep = useCallback(() => {
    const held =
      (leaseUntil: string) =>
      (now: CaseOpening): CaseOpening =>
        now.kind === 'open'
          ? { kind: 'open', file: now.file, until: leaseUntil, takenAtMs: serverNowMs() }
          : now
    const failed = async (error: unknown): Promise<void> => {
      const lost = isForGood(error) ? refusalOf(error, await readCase(id).catch(() => undefined)) : undefined
      setOpening(now => (now.kind === 'open' ? (lost ?? { ...now, trouble: error }) : now))
    }
    take(id).then(({ leaseUntil }) => setOpening(held(leaseUntil)), failed)
  }, [id])

  const finish = useCallback(() => {
    look.current.isHeld = false
  }, [])

  useEffect(() => {
    again()
    const leave = () => {
      if (isToRelease(look.current)) void releaseClaim(id)
    }
    // After a sign-out nobody could release it.
    const signOut = ({ defaultPrevented }: SubmitEvent) => !defaultPrevented && leave()
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && again()
    addEventListener('pagehide', leave)
    addEventListener('submit', signOut)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('submit', signOut)
      removeEventListener('pageshow', comeBack)
      look.current.isLeft = true
      if (isToRelease(look.current)) void inTurn(() => releaseClaim(id))
    }
  }, [id, again])

  return { opening, again, keep, finish }
}
