import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session.ts'
import { callApi, errorMessage } from '../../ui/api.ts'
import { hashUrl, useHashRoute } from '../../ui/hash-route.ts'
import { Case } from './case.tsx'
import { type Draft, noDraft } from './decide.ts'
import { useActivity } from './lease.tsx'
import { KeyButton } from './key-button.tsx'
import { KeyHelp } from './key-help.tsx'
import { useKeys } from './keys.ts'
import { nextOf } from './next.ts'
import { ErrorNotice } from './error-notice.tsx'
import { useReviewQueue } from './queue.ts'
import { ReviewQueueList } from './queue-list.tsx'

/** A list that was read so short a time ago still says who holds what. */
const freshMs = 15_000
const sessionMs = 5 * 60_000

/** A session ends when nobody asks for it for an hour: whoever works here asks. */
const useLivingSession = (): void => {
  const activity = useActivity()
  useEffect(() => {
    const stay = () => {
      if (Date.now() - activity.current < sessionMs) callApi('GET /v1/session', {}).catch(() => undefined)
    }
    const timer = setInterval(stay, sessionMs)
    return () => clearInterval(timer)
  }, [])
}

const goTo = (id?: string): void => {
  location.hash = id === undefined ? hashUrl('review') : hashUrl('review', id)
}

/** Where reviewers decide. */
export const Review = ({ session: { id: reviewer } }: { readonly session: Session }): VNode => {
  const [, current] = useHashRoute()
  const waiting = useReviewQueue()
  const [notice, setNotice] = useState('')
  /** What was decided last: it stands there until the next decision. */
  const [decided, setDecided] = useState('')
  const [error, setError] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  const [goesOn, setGoesOn] = useState(false)
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const passed = useRef(new Set<string>())
  const latest = useRef(current)
  useEffect(() => {
    // The work goes on in the list.
    if (latest.current !== undefined && current === undefined)
      document.querySelector<HTMLElement>('#waiting')?.focus()
    latest.current = current
  }, [current])
  useKeys()
  useLivingSession()

  const write = (id: string, draft: Draft | undefined) =>
    setDrafts(all => {
      const others = new Map(all)
      if (draft) others.set(id, draft)
      else others.delete(id)
      return others
    })
  const find = async (ageMs: number) => {
    if (current !== undefined) passed.current.add(current)
    const works = await waiting.atMost(ageMs)
    const found = nextOf(works, reviewer, passed.current)
    if (found || !waiting.isMore) return found
    return nextOf(await waiting.readMore(), reviewer, passed.current)
  }
  const goOn = async () => {
    setNotice('')
    setError(undefined)
    const found = await find(freshMs)
    if (found) return goTo(found.id)
    // Once through: what was passed over comes again.
    passed.current.clear()
    setNotice('Nothing else waits for you. N begins again with what you passed over.')
    return goTo()
  }
  const next = () => void goOn().catch(setError)
  const done = (id: string, words: string) => {
    setNotice('')
    setDecided(words)
    // What was written of it is sent.
    write(id, undefined)
    waiting.atMost(0).catch(() => undefined)
    if (goesOn && id === latest.current) next()
  }
  const failed = (id: string, error: unknown) => {
    // On the case itself it stands beside the buttons; whoever has left it is told, too.
    if (id !== latest.current) setNotice(`${id} was not decided. ${errorMessage(error)}`)
  }
  const draft = drafts.get(current ?? '') ?? noDraft
  return (
    <main class={current === undefined ? 'review' : 'review has-case'}>
      <div class="tools">
        <KeyButton shortcut="n" isPlain isDisabled={isSending} onPress={next}>
          Next
        </KeyButton>
        <KeyButton
          shortcut="l"
          isPlain
          isDisabled={current === undefined || isSending}
          onPress={() => goTo()}
        >
          List
        </KeyButton>
        <KeyHelp />
        <p role="status" class="notice">
          {notice || decided}
        </p>
        {error !== undefined && <ErrorNotice error={error} reviewer={reviewer} onRetry={next} />}
      </div>
      <ReviewQueueList {...{ waiting, reviewer, current, goesOn }} onGoesOn={setGoesOn} />
      {current === undefined ? (
        <p class="quiet start">N opens the next case that nobody has.</p>
      ) : (
        <Case
          key={current}
          id={current}
          reviewer={reviewer}
          draft={draft}
          onDraft={draft => write(current, draft)}
          onSending={setIsSending}
          onDone={words => done(current, words)}
          onFailed={error => failed(current, error)}
        />
      )}
    </main>
  )
}
