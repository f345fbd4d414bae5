import type { VNode } from 'preact'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import { useStored } from '../storage/changes.ts'
import { listPhotos } from '../storage/photos.ts'
import type { Photo, Visit } from '../storage/records.ts'
import { findVisit } from '../storage/visits.ts'
import { Heading } from '../screens/heading.tsx'
import { titleOf } from './about.ts'
import { AnswerStep } from './answer-step.tsx'
import { FindStep } from './find-step.tsx'
import type { HeldVisit } from './held.ts'
import { PhotoStep } from './photo-step.tsx'
import { SignStep } from './sign-step.tsx'
import { TroubleNotice } from './trouble.tsx'

/** The screens of a visit, in the order of the work. */
const steps = {
  find: { words: 'Find', Step: FindStep },
  photos: { words: 'Photos', Step: PhotoStep },
  answers: { words: 'Answers', Step: AnswerStep },
  sign: { words: 'Sign', Step: SignStep },
} as const
type StepName = keyof typeof steps

const stepNames = Object.keys(steps) as readonly StepName[]

/** A second look at a visit takes no photos. */
const stepsOf = ({ takesPhotos }: WorkItem): readonly StepName[] =>
  stepNames.filter(name => takesPhotos || name !== 'photos')

const Steps = ({ work, now }: { readonly work: WorkItem; readonly now: StepName }): VNode => (
  <nav aria-label="Steps of this visit" class="steps">
    {stepsOf(work).map(name => (
      <a key={name} href={hashUrl('visit', work.id, name)} aria-current={name === now ? 'step' : undefined}>
        {steps[name].words}
      </a>
    ))}
  </nav>
)

const Missing = ({ words }: { readonly words: string }): VNode => (
  <main class="narrow">
    <Heading>{words}</Heading>
    <p>
      <a href={hashUrl()}>Back to today</a>
    </p>
  </main>
)

const find = async (by: string, id: string): Promise<readonly [Visit | undefined, readonly Photo[]]> =>
  Promise.all([findVisit(by, id), listPhotos(by, id)])

interface Props {
  readonly by: string
  readonly id: string
  readonly place: readonly string[]
}

/** A visit, a screen at a time. */
export const VisitScreen = ({ by, id, place: [name, detail] }: Props): VNode => {
  const found = useStored(() => find(by, id), [by, id])
  if (!found) return <main class="narrow quiet">One moment …</main>
  const [visit, photos] = found
  if (!visit) return <Missing words="This visit is not on this phone." />
  if (!visit.work) return <Missing words="The office has this visit." />
  const now = stepsOf(visit.work).find(each => each === name) ?? 'find'
  const { Step } = steps[now]
  return (
    <main class="narrow visit">
      <p class="quiet where">{titleOf(visit.work)}</p>
      <Steps work={visit.work} now={now} />
      {visit.trouble && <TroubleNotice visit={visit} photos={photos} trouble={visit.trouble} />}
      <Step key={now} visit={visit as HeldVisit} photos={photos} detail={detail} />
    </main>
  )
}
