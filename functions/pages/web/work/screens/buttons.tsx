import { useState } from 'preact/hooks'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { returnWork } from '../queue/claim.ts'
import { useSyncStatus } from '../queue/sync.ts'

interface DeleteProps {
  readonly words: string
  readonly warning: string
  readonly confirm?: string
  readonly onConfirm: () => unknown
}

/** A button for what cannot be undone: it asks once more. */
export const DeleteButton = ({ words, warning, confirm = 'Yes, throw away', onConfirm }: DeleteProps) => {
  const [isAsked, setIsAsked] = useState(false)
  const { error, run } = useMutation()
  if (!isAsked)
    return (
      <button type="button" class="plain danger" onClick={() => setIsAsked(true)}>
        {words}
      </button>
    )
  return (
    <fieldset class="sure">
      <legend class="unseen">Are you sure?</legend>
      <p role="alert">{warning}</p>
      <button type="button" class="danger" onClick={() => run(async () => onConfirm())}>
        {confirm}
      </button>
      <ErrorLine error={error} />
      {/* biome-ignore lint/a11y/noAutofocus: the focus stays where the work is, on the harmless one. */}
      <button type="button" class="plain" autoFocus onClick={() => setIsAsked(false)}>
        No
      </button>
    </fieldset>
  )
}

interface ReleaseProps {
  readonly held: { readonly by: string; readonly id: string }
  readonly kind: 'visit' | 'call'
  /** Whether nothing was made of it here. */
  readonly isEmpty: boolean
}

/** Releases work to others. */
export const ReleaseButton = ({ held, kind, isEmpty }: ReleaseProps) => {
  const { error, run } = useMutation()
  const release = () =>
    run(async () => {
      await returnWork(held)
      location.hash = '#/'
    })
  if (useSyncStatus() === 'unreachable')
    return <p class="quiet">To give this {kind} back you need a connection.</p>
  return (
    <>
      <ErrorLine error={error} />
      <DeleteButton
        words={`Give this ${kind} back`}
        warning={`Somebody else will get it${isEmpty ? '' : ', and what you made of it here is deleted'}.`}
        confirm="Yes, give it back"
        onConfirm={release}
      />
    </>
  )
}
