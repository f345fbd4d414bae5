import { useEffect, useMemo, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/assignment/contract.ts'
import { ApiProblem, callApi, isSessionExpired, NoticeError, type ResponseOf } from '../../ui/api.ts'
import { formatCount } from '../../ui/format.ts'
import { createHold, emptyHold, type Failure, type Holdable, type HoldState } from '../../ui/hold.ts'
import { type Draft, noDraft } from './decision-forms.tsx'
import { readStored, useStoredState, writeStored } from './stored-state.ts'

/** A decision as its reviewer pressed it. */
export interface PressedDecision extends Holdable {
  readonly body: DecideRequest
  readonly pressedAtMs: number
}

export const pressDecision = (id: string, body: DecideRequest): PressedDecision => ({
  id,
  body,
  key: crypto.randomUUID(),
  pressedAtMs: Date.now(),
})

type Decision = ResponseOf<'POST /v1/operations/assignments/{id}/decision'>

const requestTexts = {
  approve: () => 'approved',
  reject: reason => `rejected as ${reason}`,
  return: () => 'back to its agent',
} as const satisfies Record<DecideRequest['decision'], (reason: DecideRequest['reason']) => string>

/** What was pressed together has one body. */
export const pressedWith = (last: PressedDecision | undefined, items: readonly PressedDecision[]) =>
  items.filter(({ body }) => body === last?.body)

/** Of what was pressed together. */
export const describePressed = (items: readonly PressedDecision[]): string => {
  const [{ id, body }] = items as [PressedDecision]
  const about = items.length === 1 ? id : formatCount(items.length, 'case')
  return `${about}: ${requestTexts[body.decision](body.reason)}.`
}

const describeDecision = ({ id, way, isStaged, status }: Decision, pressed: PressedDecision): string => {
  if (isStaged) return `${describePressed([pressed])} It waits for a second reviewer.`
  if (way === 'claimed') return `${id} is back with its agent.`
  return `${id} decided: ${status?.subStatus}.`
}

/** A little longer than the gateway waits. */
const answerLimitMs = 35_000
const inFlightTries = 10

/** A page that was left may have sent it a moment ago, and nobody knows the answer yet. */
const sendDecision = async (pressed: PressedDecision): Promise<Decision> => {
  for (let tries = 1; ; tries++)
    try {
      return await callApi('POST /v1/operations/assignments/{id}/decision', {
        params: { id: pressed.id },
        body: pressed.body,
        idempotencyKey: pressed.key,
        keepalive: true,
        signal: AbortSignal.timeout(answerLimitMs),
      })
    } catch (error) {
      const isInFlight = error instanceof ApiProblem && error.problem.code === 'request_in_flight'
      if (!isInFlight || tries === inFlightTries) throw error
      await new Promise(resolve => setTimeout(resolve, 1000))
    }
}

/** What is refused of one case says nothing of the others. What may pass, or ends the session, stops them all. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiProblem && !error.problem.retryable && !isSessionExpired(error)

/**
 * So long the claim keeps others out. Later the case may have been given back and reported again, and nobody decides by
 * what they have not seen.
 */
const resendableMs = 5 * 60_000

const unknownEnd = new NoticeError('No answer came in time. Open it to see what came of it.')

/** What can still be sent as it was pressed, and what cannot. */
const parted = (items: readonly PressedDecision[]) => {
  const isYoung = ({ pressedAtMs }: PressedDecision) => Date.now() - pressedAtMs < resendableMs
  return [items.filter(isYoung), items.filter(item => !isYoung(item))] as const
}

export const isUnknown = (error: unknown): boolean => error === unknownEnd

type DraftsById = Readonly<Record<string, Draft>>

/** What was written of each case, until its decision is answered. A reload keeps it. */
const useDrafts = (reviewer: string) => {
  const [drafts, setDrafts] = useStoredState<DraftsById>('sessionStorage', `drafts ${reviewer}`, {})
  const saveDraft = (id: string, change: Partial<Draft>) =>
    setDrafts(drafts => ({ ...drafts, [id]: { ...noDraft, ...drafts[id], ...change } }))
  const dropDraft = (id: string) => setDrafts(({ [id]: _dropped, ...others }) => others)
  return { drafts, saveDraft, dropDraft }
}

interface AnsweredDecision {
  readonly pressed: PressedDecision
  readonly words: string
}

export interface DecisionProgress {
  readonly kind: 'held' | 'sending' | 'answered'
  readonly words: string
}

/** The page handles its own forms, which have no action. */
const signOutFormOf = ({ target }: SubmitEvent): HTMLFormElement | undefined =>
  target instanceof HTMLFormElement && target.hasAttribute('action') ? target : undefined

export type Decisions = ReturnType<typeof useDecisions>

/** What a reviewer writes and decides. A decision is held on the page, where it can be taken back, and then sent. */
export const useDecisions = (reviewer: string) => {
  const [{ held, sending, failures }, setState] = useState<HoldState<PressedDecision>>(emptyHold)
  const [answered, setAnswered] = useState<readonly AnsweredDecision[]>([])
  const { drafts, saveDraft, dropDraft } = useDrafts(reviewer)
  const storedName = `sent-decisions ${reviewer}`

  const hold = useMemo(
    () =>
      createHold<PressedDecision, Decision>({
        send: sendDecision,
        isRefusal,
        onAnswer: (pressed, decision) => {
          dropDraft(pressed.id)
          setAnswered(all => [...all, { pressed, words: describeDecision(decision, pressed) }])
        },
        onChange: state => {
          // At once: a page that is left shows nothing any more.
          writeStored('sessionStorage', storedName, state.sending)
          setState(state)
        },
      }),
    [reviewer],
  )

  const resend = (items: readonly PressedDecision[]) => {
    const [young, old] = parted(items)
    if (old.length > 0) hold.giveUp(old, unknownEnd)
    if (young.length > 0) hold.send(young)
  }
  const sendAgain = (failure: Failure<PressedDecision>) => {
    hold.forget(failure)
    resend(failure.items)
  }

  useEffect(() => {
    resend(readStored<readonly PressedDecision[]>('sessionStorage', storedName) ?? [])

    const hide = () => document.visibilityState === 'hidden' && hold.leave()
    let isSigningOut = false
    // Before anything else of the page hears of it: after a sign-out nothing could be sent.
    const signOut = (event: SubmitEvent) => {
      const form = signOutFormOf(event)
      if (!form || hold.isIdle()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isSigningOut) return
      isSigningOut = true
      void hold.finish().then(isDone => {
        isSigningOut = false
        // Whoever is told that something was not decided signs out once more.
        if (isDone) form.requestSubmit()
      })
    }
    addEventListener('pagehide', hold.leave)
    addEventListener('visibilitychange', hide)
    addEventListener('submit', signOut, { capture: true })
    return () => {
      hold.leave()
      removeEventListener('pagehide', hold.leave)
      removeEventListener('visibilitychange', hide)
      removeEventListener('submit', signOut, { capture: true })
    }
  }, [hold])

  /** Undefined of what was taken back, or not done. */
  const progressOf = (pressed: PressedDecision): DecisionProgress | undefined => {
    if (held?.items.includes(pressed)) return { kind: 'held', words: describePressed([pressed]) }
    if (sending.includes(pressed)) return { kind: 'sending', words: describePressed([pressed]) }
    const answer = answered.find(each => each.pressed === pressed)
    return answer && { kind: 'answered', words: answer.words }
  }
  return { ...hold, held, sending, failures, sendAgain, answered, progressOf, drafts, saveDraft, dropDraft }
}
