import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import { ApiProblem, callApi, errorMessage } from '../../ui/api.ts'
import { hashUrl, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { Case } from './case.tsx'
import { type Draft, noDraft } from './decision-forms.tsx'
import { KeyButton, KeyHelp } from './keys.tsx'
import { useActivity } from './lease.tsx'
import { colleaguesIn, findNextCase, ReviewQueueList, useReviewQueue } from './queue.tsx'
import { StartPage } from './start-page.tsx'
import { useStoredState } from './stored-state.ts'
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

type DraftsById = Readonly<Record<string, Draft>>

/** What was written of each case. A reload keeps it. */
const useDrafts = (reviewer: string) => {
  const [drafts, setDrafts] = useStoredState<DraftsById>('sessionStorage', `drafts ${reviewer}`, {})
  const saveDraft = (id: string, change: Partial<Draft>) =>
    setDrafts(drafts => ({ ...drafts, [id]: { ...noDraft, ...drafts[id], ...change } }))
  const dropDraft = (id: string) => setDrafts(({ [id]: _dropped, ...others }) => others)
  return { drafts, saveDraft, dropDraft }
}

/** The case that was open before the current one. Whoever goes back to it goes on from there to the one before. */
const usePreviousCase = (reviewer: string, current: string | undefined) => {
  const [earlier, setEarlier] = useStoredState<readonly string[]>(
    'sessionStorage',
    `earlier-cases ${reviewer}`,
    [],
  )
  const shown = useRef(current)
  useEffect(() => {
    const left = shown.current
    shown.current = current
    if (left === current) return
    setEarlier(ids => {
      if (ids.at(-1) === current) return ids.slice(0, -1)
      return left === undefined ? ids : [...ids, left]
    })
  }, [current])
  return earlier.at(-1)
}

export const Review = ({ session }: { session: Session }) => {
  const reviewer = session.id
  const [, current] = useHashRoute()
  const queue = useReviewQueue(reviewer)
  const [notice, setNotice] = useState('')
  /** The last decision: it is shown until the next one. */
  const [decided, setDecided] = useState('')
  const [error, setError] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  const [goesOn, setGoesOn] = useStoredState('localStorage', 'open-next-after-decision', false)
  const { drafts, saveDraft, dropDraft } = useDrafts(reviewer)
  const previous = usePreviousCase(reviewer, current)
  const held = useHeldDecisions(reviewer)
  const [isTakingBack, setIsTakingBack] = useState(false)
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
    if (holdsAt !== null) held.hold({ id, words, holdsAt, draft: drafts[id] ?? noDraft })
    dropDraft(id)
    // Whoever decides many together reads the list again after the last.
    if (current !== undefined) queue.readIfOlder(0).catch(() => undefined)
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
      saveDraft(id, decision.draft)
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
  const said = notice || decided || held.latest?.words
  const secondsToTakeBack = useMemo(() => held.latest && secondsLeft(held.latest), [held.latest])
  return (
    <main class={current === undefined ? 'review' : 'review has-case'}>
      <div class="tools">
        <KeyButton shortcut="n" isDisabled={isSending} onPress={next}>
          Next
        </KeyButton>
        <KeyButton
          shortcut="v"
          isDisabled={previous === undefined || isSending}
          onPress={() => goTo(previous)}
        >
          Previous
        </KeyButton>
        <KeyButton shortcut="l" isDisabled={current === undefined || isSending} onPress={() => goTo()}>
          List
        </KeyButton>
        <KeyHelp />
        <p role="status" class="notice">
          {said}
          {held.latest && held.latest.words === said && (
            <span class="unseen"> Z takes it back within {secondsToTakeBack} seconds.</span>
          )}
        </p>
        {held.latest && (
          <TakeBackButton held={held.latest} isDisabled={isTakingBack} onPress={() => void undo()} />
        )}
        <ErrorNotice error={error} onRetry={next} />
      </div>
      {current === undefined && (
        <StartPage
          queue={queue}
          drafts={drafts}
          isSending={isSending}
          onSending={setIsSending}
          onDone={done}
        />
      )}
      <ReviewQueueList queue={queue} current={current} goesOn={goesOn} onGoesOn={setGoesOn} />
      {current !== undefined && (
        <Case
          key={`${current} ${timesOpened}`}
          id={current}
          session={session}
          colleagues={colleaguesIn(queue.works ?? [], reviewer)}
          draft={{ ...noDraft, ...drafts[current] }}
          onDraft={change => saveDraft(current, change)}
          onSending={setIsSending}
          onDone={(words, holdsAt) => done(current, words, holdsAt)}
          onFailed={error => failed(current, error)}
        />
      )}
    </main>
  )
}
