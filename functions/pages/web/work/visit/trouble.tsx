import { formatCount } from '../../ui/format.ts'
import { hashUrl } from '../../ui/page.tsx'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { claimAssignment } from '../queue/claim.ts'
import { sync } from '../queue/sync.ts'
import { DeleteButton } from '../screens/buttons.tsx'
import { updateRecord } from '../storage/database.ts'
import { applicantRefused, type SendFailure, type Visit } from '../storage/records.ts'
import { deleteWork } from '../storage/work.ts'
import { Section, type StepProps } from './parts.tsx'

const tryAgain = async (visit: Visit): Promise<void> => {
  await updateRecord('visits', visit, () => ({ trouble: undefined }))
  sync()
}

const remedies = {
  'claim-again': {
    words: 'Take it again and send',
    action: async (visit: Visit): Promise<void> => {
      await claimAssignment(visit.id)
      await tryAgain(visit)
    },
  },
  'answer-again': {
    words: 'Correct the answers',
    action: async (visit: Visit): Promise<void> => {
      await updateRecord('visits', visit, () => ({ trouble: undefined, report: undefined }))
      location.hash = hashUrl('visit', visit.id, 'answers')
    },
  },
  'try-again': { words: 'Try again', action: tryAgain },
}

interface TroubleText {
  readonly title: string
  readonly words: string
  readonly remedy?: keyof typeof remedies
}

/** What each problem code means for the agent. */
const troubleTexts: Readonly<Record<string, TroubleText>> = {
  lease_lost: {
    title: 'This visit is not yours any more',
    words: 'Your claim expired or was withdrawn. If nobody else has it, you can take it again and send.',
    remedy: 'claim-again',
  },
  already_claimed: {
    title: 'Somebody else has this visit now',
    words: 'Call your office before you do anything. They can give it back to you.',
    remedy: 'claim-again',
  },
  already_reported: {
    title: 'A report for this visit already exists',
    words: 'You sent one before, perhaps from another phone. What is on this phone was not sent.',
  },
  already_decided: {
    title: 'This visit is over',
    words:
      'The office has decided, the customer has cancelled, or the applicant does not agree. Your work cannot be sent any more.',
  },
  [applicantRefused]: {
    title: 'The applicant does not agree',
    words:
      'The check has ended: do not go there, and take no more photos. If you are there, thank them and leave. What you did before is sent by itself and kept.',
  },
  not_found: {
    title: 'The office does not know this visit any more',
    words: 'Call your office before you throw anything away.',
    remedy: 'try-again',
  },
  invalid_request: {
    title: 'The office cannot read an answer',
    words: 'Correct it, and sign again.',
    remedy: 'answer-again',
  },
}

const unknownTrouble: TroubleText = {
  title: 'This visit cannot be sent',
  words: 'Call your office.',
  remedy: 'try-again',
}

interface TroubleProps extends Pick<StepProps, 'photos'> {
  readonly visit: Visit
  readonly trouble: SendFailure
}

/** Why a visit cannot be sent, and what its agent can do. Nothing of it is deleted before they confirm it. */
export const TroubleNotice = ({ visit, photos, trouble }: TroubleProps) => {
  const { error, run } = useMutation()
  const { title, words, remedy } = troubleTexts[trouble.code] ?? unknownTrouble
  const saved = photos.length > 0 ? `Your answers and ${formatCount(photos.length, 'photo')}` : 'Your answers'
  // Nobody has to do more for it, and may have begun nothing.
  const isRefused = trouble.code === applicantRefused
  const help = remedy && remedies[remedy]
  return (
    <Section id="trouble" title={title} look="trouble">
      <p>{words}</p>
      {trouble.code === 'invalid_request' && <p>{trouble.detail}</p>}
      {!isRefused && (
        <p>
          <strong>{saved} are safe on this phone.</strong>
        </p>
      )}
      <ErrorLine error={error} />
      {help && (
        <button type="button" onClick={() => run(() => help.action(visit))}>
          {help.words}
        </button>
      )}
      <DeleteButton
        words={isRefused ? 'Take it off my list' : 'Throw this visit away'}
        warning={`${isRefused ? 'What is not sent yet' : saved} will be deleted from this phone for good.`}
        onConfirm={() => deleteWork(visit).then(() => (location.hash = '#/'))}
      />
    </Section>
  )
}
