import type { VNode } from 'preact'
import { callApi, isSessionExpired, errorMessage } from '../../ui/api.ts'
import { SignInLink } from '../../ui/session.tsx'

interface TroubleProps {
  readonly error: unknown
  /** Who was signed in: somebody else begins with a page of their own. */
  readonly reviewer: string
  readonly onRetry: () => void
}

const retryAs = async (reviewer: string, retry: () => void): Promise<void> => {
  const { id } = await callApi('GET /v1/session', {}).catch(() => ({ id: reviewer }))
  if (id === reviewer) retry()
  else location.reload()
}

/** What went wrong, and the way on. Nothing that was written is lost. */
export const ErrorNotice = ({ error, reviewer, onRetry }: TroubleProps): VNode => {
  const isOver = isSessionExpired(error)
  return (
    <div role="alert" class="trouble">
      <p>{isOver ? 'Your session is over. What you wrote is still here.' : errorMessage(error)}</p>
      <div class="actions">
        {isOver && <SignInLink returnTo="/v1/desk" inNewTab />}
        <button type="button" class="plain" onClick={() => void retryAs(reviewer, onRetry)}>
          Try again
        </button>
      </div>
    </div>
  )
}
