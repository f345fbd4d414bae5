import { useEffect } from 'preact/hooks'
import { Heading } from '../../ui/page.tsx'
import { startVisit } from '../capture/position.ts'
import { findRecord, listRecords } from '../storage/database.ts'
import { applicantRefused } from '../storage/records.ts'
import { useStored } from '../storage/use-stored.ts'
import { titleOf } from '../../ui/work-title.ts'
import { AnswerStep } from './answer-step.tsx'
import { FindStep } from './find-step.tsx'
import { ClosedPage, type HeldVisit, type ScreenProps, Steps } from './parts.tsx'
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

export const VisitScreen = ({ by, id, route: [name, detail] }: ScreenProps) => {
  useEffect(startVisit, [by, id])
  const found = useStored(
    () => Promise.all([findRecord('visits', { by, id }), listRecords('photos', by, id)]),
    [by, id],
  )
  if (!found) return <main class="narrow quiet">One moment …</main>
  const [visit, photos] = found
  if (!visit) return <ClosedPage title="This visit is not on this phone." />
  if (!visit.work) return <ClosedPage title="The office has this visit." />
  const isRefused = visit.trouble?.code === applicantRefused
  const possible = Object.entries(steps)
  const [current, { Step }] = possible.find(([each]) => each === name) ?? possible[0]!
  return (
    <main class="narrow visit">
      {isRefused ? (
        <Heading>{titleOf(visit.work)}</Heading>
      ) : (
        <p class="quiet where">{titleOf(visit.work)}</p>
      )}
      {!isRefused && <Steps kind="visit" id={id} steps={possible} current={current} />}
      {visit.trouble && <TroubleNotice visit={visit} photos={photos} trouble={visit.trouble} />}
      {!isRefused && <Step key={current} visit={visit as HeldVisit} photos={photos} detail={detail} />}
    </main>
  )
}
