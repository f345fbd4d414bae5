import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../../ui/api.ts'
import { formatTimeSpan } from '../../ui/format.ts'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { caseUrl } from '../cases/link.ts'
import { placesUrl } from './chosen-place.ts'
import { type OverviewNumbers, Section } from './section.tsx'

type StuckItem = OverviewNumbers['stuck']['items'][number]

const titles: Readonly<Record<StuckItem['kind'], string>> = {
  untaken: 'Late, and nobody took it',
  held: 'Late, with an agent',
  forgotten: 'Late, and its workflow has not noticed',
  unstarted: 'No workflow waits on it',
  unended: 'Past its end, and not ended',
  untold: 'Complete, and its event is not published',
  unanswered: 'A lookup that nobody tries any more',
  unsent: 'A message did not arrive',
  undelivered: 'A delivery is past its time',
  givenUp: 'A delivery was given up',
}

interface RepairText {
  readonly button: string
  readonly consequence: (item: StuckItem) => string
}

const repairTexts: Readonly<Record<StuckItem['action'], RepairText>> = {
  expire: {
    button: 'End it',
    consequence: () =>
      'It ends as expired. Its customer is told FAILED - EXPIRED and pays nothing. This cannot be undone.',
  },
  release: {
    button: 'Take it back',
    consequence: ({ by, photosAwaited }) =>
      `It is taken from ${by}, and any other agent can claim it. ${
        photosAwaited > 0 ? `${photosAwaited} announced photos have not come; they` : 'What was not sent yet'
      } will be refused unless ${by} claims it again.`,
  },
  delay: {
    button: 'Note that it is late',
    consequence: () =>
      'It is marked as late. Its customer is notified, if they asked to be. People go on working on it.',
  },
  reconcile: {
    button: 'Check it',
    consequence: ({ id }) =>
      `The service checks everything that organisation ${id.split('-')[0]} has open, as it does each hour. It starts what was not started, ends what is past its end, and publishes missing events.`,
  },
  send: {
    button: 'Send a new link',
    consequence: () =>
      'A new link is made and sent to the same person. The earlier one stops working. If the first message did arrive, they get two.',
  },
  resend: {
    button: 'Send again',
    consequence: () =>
      'The same event is sent to the same endpoint again, with all its retries. A receiver that had it already knows it by its id.',
  },
}

const Confirm = ({ item, onDone, onClose }: { item: StuckItem; onDone: () => void; onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<HTMLButtonElement>(null)
  const { isBusy, error, run } = useMutation()
  const { button, consequence } = repairTexts[item.action]
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // Pressing Enter once too often changes nothing.
    leave.current?.focus()
  }, [])
  const { id, action } = item
  const repair = () =>
    run(async () => {
      await callApi('POST /v1/operations/stuck/{id}/mend', { params: { id }, body: { action } })
      onDone()
    })
  return (
    <dialog ref={dialog} aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">{button}?</h2>
      <p>
        {titles[item.kind]}: <code>{id}</code>
      </p>
      <p>{consequence(item)}</p>
      <ErrorLine error={error} />
      <p class="choices">
        <button type="button" class={action === 'expire' ? 'danger' : ''} onClick={repair} disabled={isBusy}>
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
  const { button } = repairTexts[item.action]
  const titleId = `stuck-${item.kind}-${item.id}`
  return (
    <li>
      <div>
        <strong id={titleId}>{titles[item.kind]}</strong>
        <p class="quiet">
          {item.caseId === null ? (
            <code>{item.id}</code>
          ) : (
            <a href={caseUrl(item.caseId)}>
              <code>{item.id}</code>
            </a>
          )}{' '}
          · for {formatTimeSpan(nowMs - Date.parse(item.since))}
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

interface RepairProps extends Pick<OverviewNumbers, 'stuck' | 'at'> {
  /** Whether only what lies in the chosen place is listed. */
  readonly isNarrowed: boolean
  /** Shows what was done, and reads the numbers again. */
  readonly onRepaired: (words: string) => void
}

/** What is stuck, oldest first, each with what can be done about it. */
export const RepairList = ({ stuck, at, isNarrowed, onRepaired }: RepairProps) => {
  const [chosen, setChosen] = useState<StuckItem>()
  const done = ({ action, id }: StuckItem) => {
    setChosen(undefined)
    onRepaired(`Done: ${repairTexts[action].button.toLowerCase()}, ${id}.`)
  }
  return (
    <Section id="mend" title="To repair">
      {isNarrowed && (
        <p>
          Only what is stuck in the chosen place. <a href={placesUrl()}>Show all</a>
        </p>
      )}
      {stuck.items.length === 0 && (
        <p class="quiet">{isNarrowed ? 'Nothing is stuck there.' : 'Nothing is stuck.'}</p>
      )}
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
