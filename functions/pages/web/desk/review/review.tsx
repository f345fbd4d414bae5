import { useEffect, useRef, useState } from 'preact/hooks'
import { callApi, errorMessage } from '../../ui/api.ts'
import { hashUrl, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice, usePerson } from '../../ui/query.tsx'
import { Case } from './case.tsx'
import { type Draft, noDraft } from './decision-forms.tsx'
import { KeyButton, KeyHelp, useKeys } from './keys.tsx'
import { useActivity } from './lease.tsx'
import { findNextCase, ReviewQueueList, useReviewQueue } from './queue.tsx'

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
  const skipped = useRef(new Set<string>())
  const latest = useRef(current)
  useEffect(() => {
    // The work goes on in the list.
    if (latest.current !== undefined && current === undefined)
      document.querySelector<HTMLElement>('#waiting')?.focus()
    latest.current = current
  }, [current])
  useKeys()
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
  const done = (id: string, words: string) => {
    setNotice('')
    setDecided(words)
    saveDraft(id, noDraft)
    queue.readIfOlder(0).catch(() => undefined)
    if (goesOn && id === latest.current) next()
  }
  const failed = (id: string, error: unknown) => {
    // An open case shows the error beside its buttons; a reviewer who has left it reads it here.
    if (id !== latest.current) setNotice(`${id} was not decided. ${errorMessage(error)}`)
  }
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
          {notice || decided}
        </p>
        <ErrorNotice error={error} onRetry={next} />
      </div>
      <ReviewQueueList queue={queue} current={current} goesOn={goesOn} onGoesOn={setGoesOn} />
      {current === undefined ? (
        <p class="quiet start">N opens the next case that nobody has.</p>
      ) : (
        <Case
          key={current}
          id={current}
          draft={drafts[current] ?? noDraft}
          onDraft={change => saveDraft(current, change)}
          onSending={setIsSending}
          onDone={words => done(current, words)}
          onFailed={error => failed(current, error)}
        />
      )}
    </main>
  )
}
