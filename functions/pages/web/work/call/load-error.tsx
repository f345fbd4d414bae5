import type { VNode } from 'preact'
import type { EmployerData } from './employer-data.ts'

/** Why what the office knows is not shown, or not anew. */
export const LoadError = ({ office }: { readonly office: EmployerData }): VNode | null => {
  const { known, problem, isOffline, lookAgain } = office
  if (isOffline) return <p class="notice">You are offline. To see what is new you need a connection.</p>
  if (!problem) return known ? null : <p class="quiet">Looking …</p>
  return (
    <>
      <p role="alert">{problem}</p>
      <button type="button" onClick={lookAgain}>
        Look again
      </button>
    </>
  )
}
