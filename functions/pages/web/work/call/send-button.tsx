import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { sync } from '../queue/sync.ts'
import type { Question } from '../visit/answers.ts'
import { isOver, RefusalNotice } from './refusal.tsx'

interface Props {
  readonly words: string
  /** Everything that is asked, to name what is wrong by. */
  readonly questions: readonly Question[]
  /** What still has to be answered. */
  readonly missing: readonly string[]
  readonly isOffline: boolean
  readonly isReady?: boolean
  /** Sends it, and goes on. */
  readonly onSend: () => Promise<void>
}

/** Sends what was filled in, now: a call needs a connection, and so does this. */
export const SendButton = (props: Props): VNode => {
  const { words, questions, missing, isOffline, isReady = true, onSend } = props
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onSend()
    } catch (refused) {
      setError(refused)
      if (isOver(refused)) sync()
    }
    setBusy(false)
  }
  return (
    <>
      {missing.length > 0 && <p class="notice">Still to answer: {missing.join(' · ')}</p>}
      {isOffline && (
        <p class="notice">
          You are offline. What you typed is saved on this phone; send it once you have a connection.
        </p>
      )}
      <RefusalNotice error={error} questions={questions} />
      <button
        type="button"
        class="wide"
        disabled={isBusy || isOffline || !isReady || missing.length > 0}
        onClick={send}
      >
        {isBusy ? 'One moment …' : words}
      </button>
    </>
  )
}
