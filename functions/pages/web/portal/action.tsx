import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useMutation } from './query.tsx'

interface ActionProps {
  readonly label: string
  /** Does it, and answers what to say of it. */
  readonly run: () => Promise<string>
  readonly isPlain?: boolean
}

/** A button that does one thing, and says beside itself what came of it. */
export const ActionButton = ({ label, run, isPlain = false }: ActionProps): VNode => {
  const [said, setSaid] = useState<{ readonly words: string; readonly isWrong: boolean }>()
  const [isBusy, setIsBusy] = useState(false)
  const attempt = useMutation()
  const act = async () => {
    setIsBusy(true)
    setSaid(undefined)
    const came = await attempt(run)
    setSaid('value' in came ? { words: came.value, isWrong: false } : { words: came.problem, isWrong: true })
    setIsBusy(false)
  }
  return (
    <div class="action">
      <button
        type="button"
        class={isPlain ? 'plain' : ''}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : act}
      >
        {label}
      </button>
      <span role="status" class={said?.isWrong ? 'said wrong' : 'said'}>
        {said?.words}
      </span>
    </div>
  )
}
