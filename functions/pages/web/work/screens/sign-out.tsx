import { useRef, useState } from 'preact/hooks'
import { callApi, isSessionExpired } from '../../ui/api.ts'
import { formatCount } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { sayNothingIsHeld } from '../queue/say-unsent.ts'
import { sync } from '../queue/sync.ts'
import { formatCounts, type Unsent, useUnsent } from '../queue/unsent.ts'
import { deletePerson } from '../storage/person.ts'
import { forgetUnsaved } from '../storage/unsaved.ts'
import { Back } from '../visit/parts.tsx'
import { DeleteButton } from './buttons.tsx'

const describeUnsent = ({ photos, reports, drafts, calls }: Unsent): string =>
  [
    formatCounts({ photo: photos, report: reports }),
    drafts > 0 && `the answers of ${formatCount(drafts, 'visit')}`,
    calls > 0 && `what you typed of ${formatCount(calls, 'call')}`,
  ]
    .filter(Boolean)
    .join(' and ')

/** Says first what is not sent, and deletes everything of the person. */
export const SignOutScreen = ({ by }: { by: string }) => {
  const unsent = useUnsent(by)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState('')
  const leave = async () => {
    await sayNothingIsHeld(by)
    // The session ends first: while it lives, another tab would download everything again.
    const hasEnded = await callApi('DELETE /v1/session', {}).then(() => true, isSessionExpired)
    if (!hasEnded) return setProblem('To sign out you need a connection. Nothing was deleted.')
    const issuerForm = form.current!
    const isDeleted = await deletePerson(by).then(
      () => true,
      () => false,
    )
    if (!isDeleted)
      return setProblem(
        'You are signed out, but this phone could not delete your work. Try again, or clear the data of this browser.',
      )
    forgetUnsaved()
    // The issuer's own page ends the session there.
    issuerForm.submit()
  }
  const lost = unsent && describeUnsent(unsent)
  return (
    <Page title="Sign out" isNarrow>
      {problem && <p role="alert">{problem}</p>}
      {lost === '' && (
        <>
          <p>Everything is sent. Signing out clears your work from this phone.</p>
          <button type="button" onClick={leave}>
            Sign out
          </button>
        </>
      )}
      {lost && (
        <>
          <p class="notice">Not at the office yet: {lost}.</p>
          <p>If you sign out now, the office will never get it.</p>
          <button type="button" onClick={sync}>
            Send now
          </button>
          <DeleteButton
            words="Sign out and lose it"
            warning={`This deletes ${lost} from this phone for good.`}
            confirm="Yes, sign out"
            onConfirm={leave}
          />
        </>
      )}
      <form ref={form} method="post" action="/v1/session/sign-out" hidden />
      <Back to={[]} words="Back to today" />
    </Page>
  )
}
