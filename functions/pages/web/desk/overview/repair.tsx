import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../../ui/api.ts'
import { formatTimeSpan } from '../../ui/format.ts'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { type OverviewNumbers, Section } from './section.tsx'

type StuckItem = OverviewNumbers['stuck']['items'][number]

/** What is said of something stuck, and of what its button does. */
interface StuckText {
  readonly title: string
  readonly button: string
  readonly consequence: (item: StuckItem) => string
}

const check: Omit<StuckText, 'title'> = {
  button: 'Check it',
  consequence: ({ id }) =>
    `The service checks everything that organisation ${id.split('-')[0]} has open, as it does each hour. It starts what was not started, ends what is past its end, and publishes missing events.`,
}

const sendAgain: Omit<StuckText, 'title'> = {
  button: 'Send again',
  consequence: () =>
    'The same event is sent to the same endpoint again, with all its retries. A receiver that had it already knows it by its id.',
}

const stuckTexts: Readonly<Record<StuckItem['kind'], StuckText>> = {
  untaken: {
    title: 'Late, and nobody took it',
    button: 'End it',
    consequence: () =>
      'It ends as expired. Its customer is told FAILED - EXPIRED and pays nothing. This cannot be undone.',
  },
  held: {
    title: 'Late, with an agent',
    button: 'Take it back',
    consequence: ({ by, photosAwaited }) =>
      `It is taken from ${by}, and any other agent can claim it. ${
        photosAwaited > 0 ? `${photosAwaited} announced photos have not come; they` : 'What was not sent yet'
      } will be refused unless ${by} claims it again.`,
  },
  forgotten: {
    title: 'Late, and its workflow has not noticed',
    button: 'Note that it is late',
    consequence: () =>
      'It is marked as late. Its customer is notified, if they asked to be. People go on working on it.',
  },
  unstarted: { title: 'No workflow waits on it', ...check },
  unended: { title: 'Past its end, and not ended', ...check },
  untold: { title: 'Complete, and its event is not published', ...check },
  unanswered: { title: 'A lookup that nobody tries any more', ...check },
  unsent: {
    title: 'A message did not arrive',
    button: 'Send a new link',
    consequence: () =>
      'A new link is made and sent to the same person. The earlier one stops working. If the first message did arrive, they get two.',
  },
  undelivered: { title: 'A delivery is past its time', ...sendAgain },
  givenUp: { title: 'A delivery was given up', ...sendAgain },
}

/** Says what will happen, and does it. */
const Confirm = ({ item, onDone, onClose }: { item: StuckItem; onDone: () => void; onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<HTMLButtonElement>(null)
  const { isBusy, error, run } = useMutation()
  const { button, title, consequence } = stuckTexts[item.kind]
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // Pressing Enter once too often changes nothing.
    leave.current?.focus()
  }, [])
  const repair = () =>
    run(async () => {
      await callApi('POST /v1/operations/stuck/{id}/mend', {
        params: { id: item.id },
        body: { action: item.action },
      })
      onDone()
    })
  return (
    <dialog ref={dialog} aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">{button}?</h2>
      <p>
        {title}: <code>{item.id}</code>
      </p>
      <p>{consequence(item)}</p>
      <ErrorLine error={error} />
      <p class="choices">
        <button
          type="button"
          class={item.action === 'expire' ? 'danger' : ''}
          onClick={repair}
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

const Line = ({ item, nowMs, onRepair }: { item: StuckItem; nowMs: number; onRepair: () => void }) => {
  const { title, button } = stuckTexts[item.kind]
  const titleId = `stuck-${item.kind}-${item.id}`
  return (
    <li>
      <div>
        <strong id={titleId}>{title}</strong>
        <p class="quiet">
          <code>{item.id}</code> · for {formatTimeSpan(nowMs - Date.parse(item.since))}
          {item.by && ` · ${item.by}`}
          {item.photosAwaited > 0 && ` · ${item.photosAwaited} photos awaited`}
        </p>
      </div>
      <button
        type="button"
        class="plain"
        aria-describedby={titleId}
        aria-label={`${button}: ${item.id}`}
        onClick={onRepair}
      >
        {button}
      </button>
    </li>
  )
}

interface RepairProps {
  readonly numbers: OverviewNumbers
  /** Shows what was done, and reads the numbers again. */
  readonly onRepaired: (words: string) => void
}

/** What is stuck, oldest first, each with what can be done about it. */
export const RepairList = ({ numbers: { stuck, at }, onRepaired }: RepairProps) => {
  const [chosen, setChosen] = useState<StuckItem>()
  const done = ({ kind, id }: StuckItem) => {
    setChosen(undefined)
    onRepaired(`Done: ${stuckTexts[kind].button.toLowerCase()}, ${id}.`)
  }
  return (
    <Section id="mend" title="To repair">
      {stuck.items.length === 0 && <p class="quiet">Nothing is stuck.</p>}
      <ul class="things">
        {stuck.items.map(item => (
          <Line
            key={`${item.kind} ${item.id}`}
            item={item}
            nowMs={Date.parse(at)}
            onRepair={() => setChosen(item)}
          />
        ))}
      </ul>
      {stuck.isMore && <p>There is more. The oldest are shown.</p>}
      {chosen && <Confirm item={chosen} onDone={() => done(chosen)} onClose={() => setChosen(undefined)} />}
    </Section>
  )
}
