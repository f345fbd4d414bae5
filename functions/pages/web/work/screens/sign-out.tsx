import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { callApi, isSessionExpired } from '../../ui/api.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import { deletePerson } from '../storage/person.ts'
import { sync } from '../queue/sync.ts'
import { type Unsent, useUnsent } from '../queue/unsent.ts'
import { formatCounted, wordsOfUnsent } from '../queue/words.ts'
import { Heading } from './heading.tsx'
import { DeleteButton } from './delete-button.tsx'

/** The session first: while it lives, another tab would bring everything down again. @returns whether it has ended */
const endSession = async (): Promise<boolean> => {
  try {
    await callApi('DELETE /v1/session', {})
    return true
  } catch (error) {
    return isSessionExpired(error)
  }
}

const lostBy = (unsent: Unsent): string =>
  [
    wordsOfUnsent(unsent),
    unsent.drafts > 0 && `the answers of ${formatCounted(unsent.drafts, 'visit')}`,
    unsent.calls > 0 && `what you typed of ${formatCounted(unsent.calls, 'call')}`,
  ]
    .filter(Boolean)
    .join(' and ')

/** Signing out: what is not sent is said first, and nothing of anybody stays behind. */
export const SignOutScreen = ({ by }: { readonly by: string }): VNode => {
  const unsent = useUnsent(by)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState('')
  const leave = async () => {
    if (!(await endSession())) return setProblem('To sign out you need a connection. Nothing was deleted.')
    const last = form.current!
    await deletePerson(by)
    // The issuer's own page ends the session there.
    last.submit()
  }
  const lost = unsent && lostBy(unsent)
  return (
    <main class="narrow">
      <Heading>Sign out</Heading>
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
            again={`This deletes ${lost} from this phone for good.`}
            sure="Yes, sign out"
            onSure={leave}
          />
        </>
      )}
      <form ref={form} method="post" action="/v1/session/sign-out" hidden />
      <p>
        <a href={hashUrl()}>Back to today</a>
      </p>
    </main>
  )
}
