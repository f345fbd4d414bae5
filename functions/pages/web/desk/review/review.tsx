import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiProblem, callApi, errorMessage } from '../../ui/api.ts'
import { hashUrl, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice, usePerson } from '../../ui/query.tsx'
import { Case } from './case.tsx'
import { type Draft, noDraft } from './decision-forms.tsx'
import { KeyButton, KeyHelp } from './keys.tsx'
import { useActivity } from './lease.tsx'
import { findNextCase, ReviewQueueList, useReviewQueue } from './queue.tsx'
import { secondsLeft, TakeBackButton, takeBack, useHeldDecisions } from './take-back.tsx'

/** A list that is younger still says who holds what. */
const freshMs = 15_000
const sessionMs = 5 * 60_000

/** Keeps the session of an active reviewer: it ends after an hour without a request. */
const useSessionRenewal = (): void => {
  const activity = useActivity()
  useEffect(() => {
    const renew = () => {
      if (Date.now() - activity.current < sessionMs) callApi('GET /v1/session', {}).catch(() => undefined)
    }
    const timer = setInterval(renew, sessionMs)
    return () => clearInterval(timer)
  }, [])
}

const goTo = (id?: string): void => {
  location.hash = id === undefined ? hashUrl('review') : hashUrl('review', id)
}

export const Review = () => {
  const reviewer = usePerson()
  const [, current] = useHashRoute()
  const queue = useReviewQueue()
  const [notice, setNotice] = useState('')
  /** The last decision: it is shown until the next one. */
  const [decided, setDecided] = useState('')
  const [error, setError] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  const [goesOn, setGoesOn] = useState(false)
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const held = useHeldDecisions(reviewer)
  const [isTakingBack, setIsTakingBack] = useState(false)
  /** What was written of decisions that can be taken back. */
  const written = useRef<Record<string, Draft>>({})
  /** A case that was taken back opens anew. */
  const [timesOpened, setTimesOpened] = useState(0)
  const skipped = useRef(new Set<string>())
  const latest = useRef(current)
  useEffect(() => {
    // The work goes on in the list.
    if (latest.current !== undefined && current === undefined)
      document.querySelector<HTMLElement>('#waiting')?.focus()
    latest.current = current
  }, [current])
  useSessionRenewal()

  const saveDraft = (id: string, change: Partial<Draft>) =>
    setDrafts(drafts => ({ ...drafts, [id]: { ...noDraft, ...drafts[id], ...change } }))
  const findNext = async () => {
    if (current !== undefined) skipped.current.add(current)
    const found = findNextCase(await queue.readIfOlder(freshMs), reviewer, skipped.current)
    return found || !queue.isMore ? found : findNextCase(await queue.readMore(), reviewer, skipped.current)
  }
  const goOn = async () => {
    setNotice('')
    setError(undefined)
    const found = await findNext()
    if (found) return goTo(found.id)
    skipped.current.clear()
    setNotice('The queue is empty. Press N to see skipped cases.')
    return goTo()
  }
  const next = () => void goOn().catch(setError)
  const done = (id: string, words: string, holdsAt: string | null) => {
    setNotice('')
    setDecided(words)
    if (holdsAt !== null) {
      held.hold({ id, words, holdsAt })
      written.current[id] = drafts[id] ?? noDraft
    }
    saveDraft(id, noDraft)
    queue.readIfOlder(0).catch(() => undefined)
    if (goesOn && id === latest.current) next()
  }
  const undo = async () => {
    const decision = held.latest
    if (!decision) return
    const { id } = decision
    setIsTakingBack(true)
    try {
      await takeBack(decision)
      setDecided('')
      setNotice(`${id}: taken back. It is yours again.`)
      saveDraft(id, written.current[id] ?? noDraft)
      skipped.current.delete(id)
      setTimesOpened(times => times + 1)
      goTo(id)
      queue.readIfOlder(0).catch(() => undefined)
      held.forget(decision)
    } catch (error) {
      setNotice(`${id} was not taken back. ${errorMessage(error)}`)
      // What never arrived can be pressed again while there is time.
      if (error instanceof ApiProblem) held.forget(decision)
    }
    setIsTakingBack(false)
  }
  const failed = (id: string, error: unknown) => {
    // An open case shows the error beside its buttons; a reviewer who has left it reads it here.
    if (id !== latest.current) setNotice(`${id} was not decided. ${errorMessage(error)}`)
  }
  // Said once for each decision: a number that counts down would be read aloud every second.
  const secondsToTakeBack = useMemo(() => held.latest && secondsLeft(held.latest), [held.latest])
  return (
    <main class={current === undefined ? 'review' : 'review has-case'}>
      <div class="tools">
        <KeyButton shortcut="n" isDisabled={isSending} onPress={next}>
          Next
        </KeyButton>
        <KeyButton shortcut="l" isDisabled={current === undefined || isSending} onPress={() => goTo()}>
          List
        </KeyButton>
        <KeyHelp />
        <p role="status" class="notice">
          {notice || decided || held.latest?.words}
          {!notice && held.latest && (
            <span class="unseen"> Z takes it back within {secondsToTakeBack} seconds.</span>
          )}
        </p>
        {held.latest && (
          <TakeBackButton held={held.latest} isDisabled={isTakingBack} onPress={() => void undo()} />
        )}
        <ErrorNotice error={error} onRetry={next} />
      </div>
      <ReviewQueueList queue={queue} current={current} goesOn={goesOn} onGoesOn={setGoesOn} />
      {current === undefined ? (
        <p class="quiet start">N opens the next case that nobody has.</p>
      ) : (
        <Case
          key={`${current} ${timesOpened}`}
          id={current}
          draft={drafts[current] ?? noDraft}
          onDraft={change => saveDraft(current, change)}
          onSending={setIsSending}
          onDone={(words, holdsAt) => done(current, words, holdsAt)}
          onFailed={error => failed(current, error)}
        />
      )}
    </main>
  )
}
