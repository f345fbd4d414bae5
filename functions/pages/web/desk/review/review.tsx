import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { callApi, errorMessage } from '../../ui/api.ts'
import { formatCount } from '../../ui/format.ts'
import { holdSeconds } from '../../ui/hold.ts'
import { hashUrl, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { Case } from './case.tsx'
import { noDraft } from './decision-forms.tsx'
import {
  type Decisions,
  describePressed,
  type PressedDecision,
  pressDecision,
  pressedWith,
} from './decisions.ts'
import { KeyButton, KeyHelp } from './keys.tsx'
import { useActivity } from './lease.tsx'
import { NotDecided } from './not-decided.tsx'
import { colleaguesIn, findNextCase, ReviewQueueList, useReviewQueue } from './queue.tsx'
import { StartPage } from './start-page.tsx'
import { useStoredState } from './stored-state.ts'
import { TakeBackButton } from './take-back.tsx'

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

interface ReviewProps {
  readonly session: Session
  readonly decisions: Decisions
}

export const Review = ({ session, decisions }: ReviewProps) => {
  const reviewer = session.id
  const [, current] = useHashRoute()
  const { held, sending, failures, answered, drafts, saveDraft, dropDraft } = decisions
  const read = useReviewQueue(reviewer)
  /** Without what is decided here. */
  const queue = { ...read, works: read.works?.filter(({ id }) => !decisions.find(id)) }
  const [notice, setNotice] = useState('')
  /** What came of the last decision or hand-over: it is shown until the next one. */
  const [done, setDone] = useState('')
  const [error, setError] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  const [goesOn, setGoesOn] = useStoredState('localStorage', 'open-next-after-decision', false)
  const previous = usePreviousCase(reviewer, current)
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
  // Whoever leaves the list and its cases finds no key there that takes a decision back.
  useEffect(() => decisions.sendNow, [])

  const timesAnswered = useRef(answered.length)
  const isIdle = decisions.isIdle()
  useLayoutEffect(() => {
    const fresh = answered.slice(timesAnswered.current)
    timesAnswered.current = answered.length
    if (fresh.length === 0) return
    setDone(fresh.at(-1)!.words)
    read.leaveOut(fresh.map(({ pressed }) => pressed.id))
  }, [answered])
  useEffect(() => {
    // Once for all that were decided together.
    if (isIdle && answered.length + failures.length > 0) read.readIfOlder(0).catch(() => undefined)
  }, [isIdle, answered, failures])

  const findNext = async () => {
    if (current !== undefined) skipped.current.add(current)
    const isFree = ({ id }: WorkItem) => !decisions.find(id)
    const free = findNextCase((await read.readIfOlder(freshMs)).filter(isFree), reviewer, skipped.current)
    if (free || !read.isMore) return free
    return findNextCase((await read.readMore()).filter(isFree), reviewer, skipped.current)
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
  const sendAndGoOn = () => {
    decisions.sendNow()
    next()
  }
  const goOnFrom = (id: string) => {
    if (goesOn && id === latest.current) next()
  }
  const decide = (items: readonly PressedDecision[]) => {
    setNotice('')
    setDone('')
    decisions.press(items)
  }
  const handedOver = (id: string, words: string) => {
    setNotice('')
    setDone(words)
    dropDraft(id)
    read.readIfOlder(0).catch(() => undefined)
    goOnFrom(id)
  }
  const handOverFailed = (id: string, error: unknown) => {
    // An open case shows the error beside its buttons; a reviewer who has left it reads it here.
    if (id !== latest.current) setNotice(`${id} was not handed over. ${errorMessage(error)}`)
  }
  const takeBack = () => {
    const items = decisions.takeBack()
    if (items.length === 0) return
    for (const { id } of items) skipped.current.delete(id)
    if (items.length > 1) return setNotice(`${formatCount(items.length, 'case')}: taken back.`)
    const { id } = items[0]!
    setNotice(`${id}: taken back. It is yours again.`)
    setTimesOpened(times => times + 1)
    return goTo(id)
  }
  const pressed = held?.items ?? pressedWith(sending.at(-1), sending)
  const said = notice || (pressed.length > 0 ? describePressed(pressed) : done)
  return (
    <main class={current === undefined ? 'review' : 'review has-case'}>
      <div class="tools">
        <KeyButton shortcut="n" isDisabled={isSending} onPress={sendAndGoOn}>
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
          {/* Said once for each decision: a number that counts down would be read aloud every second. */}
          {held && !notice && <span class="unseen"> Z takes it back within {holdSeconds} seconds.</span>}
        </p>
        {held && <TakeBackButton untilMs={held.untilMs} onPress={takeBack} />}
        <ErrorNotice error={error} onRetry={next} />
        <NotDecided {...decisions} />
      </div>
      {current === undefined && <StartPage queue={queue} decisions={decisions} onDecide={decide} />}
      <ReviewQueueList queue={queue} current={current} goesOn={goesOn} onGoesOn={setGoesOn} />
      {current !== undefined && (
        <Case
          key={`${current} ${timesOpened}`}
          id={current}
          session={session}
          decisions={decisions}
          colleagues={colleaguesIn(queue.works ?? [], reviewer)}
          draft={{ ...noDraft, ...drafts[current] }}
          onDraft={change => saveDraft(current, change)}
          onDecide={body => {
            decide([pressDecision(current, body)])
            goOnFrom(current)
          }}
          onSending={setIsSending}
          onHandedOver={words => handedOver(current, words)}
          onHandOverFailed={error => handOverFailed(current, error)}
        />
      )}
    </main>
  )
}
