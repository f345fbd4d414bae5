import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ask, isSignedOut } from '../../frame/api.ts'
import { placeUrl } from '../../frame/place.ts'
import { forgetPerson } from '../kept/person.ts'
import { sync } from '../queue/sync.ts'
import { type Unsent, useUnsent } from '../queue/unsent.ts'
import { counted, wordsOfUnsent } from '../queue/words.ts'
import { Heading } from './heading.tsx'
import { ThrowAway } from './throw-away.tsx'

/** The session first: while it lives, another tab would bring everything down again. @returns whether it has ended */
const endSession = async (): Promise<boolean> => {
  try {
    await ask('DELETE /v1/session', {})
    return true
  } catch (error) {
    return isSignedOut(error)
  }
}

const lostBy = (unsent: Unsent): string =>
  [
    wordsOfUnsent(unsent),
    unsent.drafts > 0 && `the answers of ${counted(unsent.drafts, 'visit')}`,
    unsent.calls > 0 && `what you typed of ${counted(unsent.calls, 'call')}`,
  ]
    .filter(Boolean)
    .join(' and ')

/** Signing out: what is not sent is said first, and nothing of anybody stays behind. */
export const Leave = ({ by }: { readonly by: string }): VNode => {
  const unsent = useUnsent(by)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState('')
  const leave = async () => {
    if (!(await endSession())) return setProblem('To sign out you need a connection. Nothing was deleted.')
    const last = form.current!
    await forgetPerson(by)
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
          <ThrowAway
            words="Sign out and lose it"
            again={`This deletes ${lost} from this phone for good.`}
            sure="Yes, sign out"
            onSure={leave}
          />
        </>
      )}
      <form ref={form} method="post" action="/v1/session/sign-out" hidden />
      <p>
        <a href={placeUrl()}>Back to today</a>
      </p>
    </main>
  )
}
