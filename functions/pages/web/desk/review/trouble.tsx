import type { VNode } from 'preact'
import { ask, isSignedOut, wordsOf } from '../../frame/api.ts'
import { SignInLink } from '../../frame/session.tsx'

interface TroubleProps {
  readonly error: unknown
  /** Who was signed in: somebody else begins with a page of their own. */
  readonly reviewer: string
  readonly onRetry: () => void
}

const retryAs = async (reviewer: string, retry: () => void): Promise<void> => {
  const { id } = await ask('GET /v1/session', {}).catch(() => ({ id: reviewer }))
  if (id === reviewer) retry()
  else location.reload()
}

/** What went wrong, and the way on. Nothing that was written is lost. */
export const Trouble = ({ error, reviewer, onRetry }: TroubleProps): VNode => {
  const isOver = isSignedOut(error)
  return (
    <div role="alert" class="trouble">
      <p>{isOver ? 'Your session is over. What you wrote is still here.' : wordsOf(error)}</p>
      <div class="actions">
        {isOver && <SignInLink returnTo="/v1/desk" inNewTab />}
        <button type="button" class="plain" onClick={() => void retryAs(reviewer, onRetry)}>
          Try again
        </button>
      </div>
    </div>
  )
}
