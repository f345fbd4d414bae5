import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import type { Photo, SendFailure, Visit } from '../storage/records.ts'
import { updateVisit, deleteVisit } from '../storage/visits.ts'
import { reclaimVisit } from '../queue/claim.ts'
import { sync } from '../queue/sync.ts'
import { formatCounted } from '../queue/words.ts'
import { DeleteButton } from '../screens/delete-button.tsx'

type Way = 'claim-again' | 'answer-again' | 'try-again'

interface Meaning {
  readonly title: string
  readonly words: string
  /** What may still help. */
  readonly way?: Way
}

/** What each answer of the service means for whoever did the work. */
const meanings: Readonly<Record<string, Meaning>> = {
  lease_lost: {
    title: 'This visit is not yours any more',
    words:
      'Your time for it was over, or it was taken back. If nobody else has it, you can take it again and send.',
    way: 'claim-again',
  },
  already_claimed: {
    title: 'Somebody else has this visit now',
    words: 'Call your office before you do anything. They can give it back to you.',
    way: 'claim-again',
  },
  already_reported: {
    title: 'The office has a report of this visit',
    words: 'You sent one before, perhaps from another phone. What lies here was not sent.',
  },
  already_decided: {
    title: 'This visit is over',
    words: 'The office has decided, or the customer has cancelled. Your work cannot be sent any more.',
  },
  not_found: {
    title: 'The office does not know this visit any more',
    words: 'Call your office before you throw anything away.',
    way: 'try-again',
  },
  invalid_request: {
    title: 'The office cannot read an answer',
    words: 'Correct it, and sign again.',
    way: 'answer-again',
  },
}
const other: Meaning = {
  title: 'This visit cannot be sent',
  words: 'Call your office.',
  way: 'try-again',
}

interface Props {
  readonly visit: Visit
  readonly photos: readonly Photo[]
  readonly trouble: SendFailure
}

const goOn: Readonly<Record<Way, { readonly words: string; readonly act: (visit: Visit) => Promise<void> }>> =
  {
    'claim-again': { words: 'Take it again and send', act: reclaimVisit },
    'answer-again': {
      words: 'Correct the answers',
      act: async visit => {
        await updateVisit(visit, () => ({ trouble: undefined, report: undefined }))
        location.hash = `#/visit/${visit.id}/answers`
      },
    },
    'try-again': {
      words: 'Try again',
      act: async visit => {
        await updateVisit(visit, () => ({ trouble: undefined }))
        sync()
      },
    },
  }

/** Why a visit cannot be sent, and what its agent can do. Nothing of it goes before they say so twice. */
export const TroubleNotice = ({ visit, photos, trouble }: Props): VNode => {
  const [problem, setProblem] = useState('')
  const { title, words, way } = meanings[trouble.code] ?? other
  const kept =
    photos.length > 0 ? `Your answers and ${formatCounted(photos.length, 'photo')}` : 'Your answers'
  const help = way && goOn[way]
  return (
    <section class="trouble" aria-labelledby="trouble">
      <h2 id="trouble">{title}</h2>
      <p>{words}</p>
      {trouble.code === 'invalid_request' && <p>{trouble.detail}</p>}
      <p>
        <strong>{kept} are safe on this phone.</strong>
      </p>
      {problem && <p role="alert">{problem}</p>}
      {help && (
        <button
          type="button"
          onClick={() => void help.act(visit).catch(error => setProblem(errorMessage(error)))}
        >
          {help.words}
        </button>
      )}
      <DeleteButton
        words="Throw this visit away"
        again={`${kept} will be deleted from this phone for good.`}
        onSure={() => void deleteVisit(visit).then(() => (location.hash = '#/'))}
      />
    </section>
  )
}
