import type { VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { callApi, errorMessage } from '../../ui/api.ts'
import { formatTimeSpan } from '../../ui/format.ts'
import type { Overview, StuckThing } from './answers.ts'
import { Section } from './section.tsx'
import { stuckTexts } from './format.ts'

interface ConfirmProps {
  readonly thing: StuckThing
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Says what will happen, and does it. */
const Confirm = ({ thing, onDone, onClose }: ConfirmProps): VNode => {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { button, title, consequence } = stuckTexts[thing.kind]
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // Whoever presses Enter once too often changes nothing.
    leave.current?.focus()
  }, [])
  const act = async () => {
    setBusy(true)
    try {
      await callApi('POST /v1/operations/stuck/{id}/mend', {
        params: { id: thing.id },
        body: { action: thing.action },
      })
      onDone()
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <dialog ref={dialog} aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">{button}?</h2>
      <p>
        {title}: <code>{thing.id}</code>
      </p>
      <p>{consequence(thing)}</p>
      {problem && <p role="alert">{problem}</p>}
      <p class="choices">
        <button
          type="button"
          class={thing.action === 'expire' ? 'danger' : ''}
          onClick={act}
          disabled={isBusy}
        >
          Yes, {button.toLowerCase()}
        </button>
        <button type="button" class="plain" ref={leave} onClick={() => dialog.current?.close()}>
          Leave it
        </button>
      </p>
    </dialog>
  )
}

const Line = ({ thing, nowMs, onMend }: { thing: StuckThing; nowMs: number; onMend: () => void }): VNode => {
  const { title, button } = stuckTexts[thing.kind]
  const titleId = `stuck-${thing.kind}-${thing.id}`
  return (
    <li>
      <div>
        <strong id={titleId}>{title}</strong>
        <p class="quiet">
          <code>{thing.id}</code> · for {formatTimeSpan(nowMs - Date.parse(thing.since))}
          {thing.by && ` · ${thing.by}`}
          {thing.photosAwaited > 0 && ` · ${thing.photosAwaited} photos awaited`}
        </p>
      </div>
      <button
        type="button"
        class="plain"
        aria-describedby={titleId}
        aria-label={`${button}: ${thing.id}`}
        onClick={onMend}
      >
        {button}
      </button>
    </li>
  )
}

interface MendProps {
  readonly overview: Overview
  /** Tells what was done, and reads the numbers anew. */
  readonly onMended: (words: string) => void
}

/** What is stuck, oldest first, each with what can be done about it. */
export const RepairList = ({ overview: { stuck, at }, onMended }: MendProps): VNode => {
  const [chosen, setChosen] = useState<StuckThing>()
  const done = (thing: StuckThing) => {
    setChosen(undefined)
    onMended(`Done: ${stuckTexts[thing.kind].button.toLowerCase()}, ${thing.id}.`)
  }
  return (
    <Section id="mend" title="To mend">
      {stuck.items.length === 0 && <p class="quiet">Nothing is stuck.</p>}
      <ul class="things">
        {stuck.items.map(thing => (
          <Line
            key={`${thing.kind} ${thing.id}`}
            thing={thing}
            nowMs={Date.parse(at)}
            onMend={() => setChosen(thing)}
          />
        ))}
      </ul>
      {stuck.isMore && <p>There is more. The oldest are shown.</p>}
      {chosen && <Confirm thing={chosen} onDone={() => done(chosen)} onClose={() => setChosen(undefined)} />}
    </Section>
  )
}
