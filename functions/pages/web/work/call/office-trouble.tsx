import type { VNode } from 'preact'
import type { Office } from './office.ts'

/** Why what the office knows is not shown, or not anew. */
export const OfficeTrouble = ({ office }: { readonly office: Office }): VNode | null => {
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
