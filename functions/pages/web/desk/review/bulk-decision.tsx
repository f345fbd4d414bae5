import { useEffect, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/assignment/contract.ts'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import { fullNameOf } from '../../../../../shared/review/comparison.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { errorMessage } from '../../ui/api.ts'
import { formatCount } from '../../ui/format.ts'
import { Choose, hashUrl, Loading, useAutoFocus } from '../../ui/page.tsx'
import { ErrorNotice, useQuery } from '../../ui/query.tsx'
import { reasonsFor } from './decision-forms.tsx'
import { type Decisions, isRefusal, type PressedDecision, pressDecision } from './decisions.ts'
import { distanceWords, readPhotos, renewPhoto, statedIn } from './evidence.ts'
import { PictureButton, PictureViewer } from './pictures.tsx'
import { locationOf, productNames } from './queue.tsx'

interface AlikeCases {
  readonly title: string
  readonly works: readonly WorkItem[]
}

/** Cases of one product and place that may be decided by their photos alone. */
export const groupAlike = (works: readonly WorkItem[]): readonly AlikeCases[] => {
  const plain = works.filter(({ waiting }) => waiting?.canDecideTogether)
  const groups = new Map<string, WorkItem[]>()
  for (const work of plain) {
    const title = `${productNames[work.product]}, ${locationOf(work)}`
    groups.set(title, [...(groups.get(title) ?? []), work])
  }
  return [...groups].flatMap(([title, works]) => (works.length > 1 ? [{ title, works }] : []))
}

interface CasePhotosProps extends Pick<WorkItem, 'id' | 'place'> {
  readonly onShown: () => void
}

/** What a case is decided by, here: its photos, each with its distance. */
const CasePhotos = ({ id, place, onShown }: CasePhotosProps) => {
  const { value, error, again } = useQuery(() => readPhotos(id), id)
  const [opened, setOpened] = useState<number>()
  const pictures = (value ?? []).flatMap(photo => {
    const { slot, photoUrl: link, width, height } = photo
    const name = slotName(slot)
    const facts = (
      <>
        <strong>{name}</strong> <span>{distanceWords(statedIn({ place }), photo)}</span>
      </>
    )
    return link === null ? [] : [{ name, link, facts, width, height, renew: () => renewPhoto(id, slot) }]
  })
  const isShown = pictures.length > 0
  useEffect(() => {
    if (isShown) onShown()
  }, [isShown])
  return (
    <>
      <ErrorNotice error={error} onRetry={again} />
      {value === undefined && error === undefined && <Loading />}
      {value !== undefined && !isShown && <p class="quiet">It has no photo: open it.</p>}
      <ul class="photos">
        {pictures.map(({ facts, ...picture }, index) => (
          <li key={picture.name}>
            <figure>
              <PictureButton {...picture} onOpen={() => setOpened(index)} />
              <figcaption>{facts}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <PictureViewer pictures={pictures} first={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

interface BulkDecisionProps {
  /** Of one product. */
  readonly works: readonly WorkItem[]
  readonly decisions: Decisions
  readonly onDecide: (items: readonly PressedDecision[]) => void
  readonly onClose: () => void
}

const approval = 'approve'

/** Decides cases that are alike by one press, each by a request of its own, and says of each what came of it. */
export const BulkDecision = ({ works, decisions, onDecide, onClose }: BulkDecisionProps) => {
  const heading = useAutoFocus<HTMLHeadingElement>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [choice, setChoice] = useState<string>(approval)
  /** The last press on each. */
  const [pressed, setPressed] = useState<ReadonlyMap<string, PressedDecision>>(new Map())
  const product = works[0]!.product
  /** Nobody decides what they have not seen. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())

  const resultOf = (id: string) => {
    const item = pressed.get(id)
    const progress = item && decisions.progressOf(item)
    if (progress)
      return { isOver: true, words: progress.kind === 'answered' ? `✓ ${progress.words}` : progress.words }
    const failure = item && decisions.failures.find(({ items }) => items.includes(item))
    if (!failure) return { isOver: false }
    return { isOver: isRefusal(failure.error), words: `✗ Not decided: ${errorMessage(failure.error)}` }
  }
  const isChosen = (id: string): boolean => shown.has(id) && !left.has(id)
  const chosen = works.filter(({ id }) => isChosen(id) && !resultOf(id).isOver)
  const body: DecideRequest =
    choice === approval
      ? { decision: 'approve', isTogether: true }
      : { decision: 'reject', reason: choice as DecideRequest['reason'], isTogether: true }
  const decide = () => {
    const items = chosen.map(({ id }) => pressDecision(id, body))
    setPressed(pressed => new Map([...pressed, ...items.map(item => [item.id, item] as const)]))
    onDecide(items)
  }
  return (
    <section aria-labelledby="together" class="bulk">
      <h2 ref={heading} tabIndex={-1} id="together">
        Decide together
      </h2>
      <p>
        {productNames[product]}, <bdi>{locationOf(works[0]!)}</bdi>. Each has a photo from near its address,
        and no flag. Where the agent found otherwise than you decide, the case stays and waits for you.
      </p>
      <ul>
        {works.map(({ id, applicant, place }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={isChosen(id)}
                disabled={resultOf(id).isOver || !shown.has(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setLeft(new Set(checked ? [...left].filter(each => each !== id) : [...left, id]))
                }
              />
              <span>
                <bdi>{[fullNameOf(applicant), place?.street].filter(Boolean).join(', ')}</bdi>{' '}
                <span class="quiet case-id">{id}</span>
              </span>
            </label>
            <a href={hashUrl('review', id)}>
              Open<span class="unseen"> {id}</span>
            </a>
            <span role="status">{resultOf(id).words}</span>
            <CasePhotos id={id} place={place} onShown={() => setShown(shown => new Set([...shown, id]))} />
          </li>
        ))}
      </ul>
      <Choose
        label="Decision"
        value={choice}
        options={[
          [approval, 'Approve'],
          ...reasonsFor(product).map(each => [each, `Reject: ${each}`] as const),
        ]}
        onChoose={setChoice}
      />
      <div class="actions">
        <button type="button" disabled={chosen.length === 0} onClick={decide}>
          {choice === approval ? 'Approve' : 'Reject'} {formatCount(chosen.length, 'case')}
        </button>
        <button type="button" class="plain" onClick={onClose}>
          Back to the start
        </button>
      </div>
    </section>
  )
}
