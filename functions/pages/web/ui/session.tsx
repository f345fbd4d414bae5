import type { ComponentChildren, VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Session } from '../../../../shared/http/contract/session.ts'
import { callApi, isSessionExpired, errorMessage } from './api.ts'

/** What is known of who is signed in. */
export type SessionState = { readonly session: Session } | { readonly problem: string } | 'asking' | 'nobody'

const find = async (asked = callApi('GET /v1/session', {})): Promise<SessionState> => {
  try {
    return { session: await asked }
  } catch (error) {
    return isSessionExpired(error) ? 'nobody' : { problem: errorMessage(error) }
  }
}

/**
 * Who is signed in, as far as it is known; asking again puts the end of an idle session off.
 * @param firstAsked the answer to come, where the page has asked already
 */
export const useSession = (
  firstAsked?: Promise<Session>,
): { readonly known: SessionState; readonly askAgain: () => void } => {
  const [known, setKnown] = useState<SessionState>('asking')
  const askAgain = useCallback(() => void find().then(setKnown), [])
  useEffect(() => void find(firstAsked).then(setKnown), [])
  return { known, askAgain }
}

interface SignInProps {
  readonly returnTo: string
  /** Beside this page, so that nothing on it is lost. */
  readonly inNewTab?: boolean
}

/** Leads to the issuer and back to this page. */
export const SignInLink = ({ returnTo, inNewTab = false }: SignInProps): VNode => (
  <a
    class="button"
    href={`/v1/session/sign-in?returnTo=${encodeURIComponent(returnTo)}`}
    target={inNewTab ? '_blank' : undefined}
  >
    {inNewTab ? 'Sign in in a new tab' : 'Sign in'}
  </a>
)

/** Ends the session here and at the issuer: a form, since the issuer's page follows. */
export const SignOut = ({ onLeave }: { readonly onLeave?: (event: SubmitEvent) => void }): VNode => (
  <form method="post" action="/v1/session/sign-out" onSubmit={onLeave}>
    <button type="submit" class="plain">
      Sign out
    </button>
  </form>
)

interface GateProps {
  readonly title: string
  readonly returnTo: string
  /** Whose page it is: anybody's with one of these. */
  readonly roles: readonly Session['roles'][number][]
  readonly children: (session: Session) => ComponentChildren
}

interface KnownProps extends GateProps {
  readonly known: SessionState
  readonly askAgain: () => void
}

/** Shows a page to whoever may use it, and to others what they can do about it. */
export const RequireRole = (props: GateProps): VNode => <RoleGate {...useSession()} {...props} />

/** The same, where it is known already who is signed in. */
export const RoleGate = ({ known, askAgain, title, returnTo, roles, children }: KnownProps): VNode => {
  if (known === 'asking') return <p class="quiet">One moment …</p>
  if (known === 'nobody')
    return (
      <main class="narrow">
        <h1>{title}</h1>
        <p>Sign in to go on.</p>
        <SignInLink returnTo={returnTo} />
      </main>
    )
  if ('problem' in known)
    return (
      <main class="narrow">
        <h1>{title}</h1>
        <p role="alert">{known.problem}</p>
        <button type="button" onClick={askAgain}>
          Try again
        </button>
      </main>
    )
  if (!roles.some(each => known.session.roles.includes(each)))
    return (
      <main class="narrow">
        <h1>{title}</h1>
        <p>You are signed in as {known.session.id}, who has no work on this page.</p>
        <SignOut />
      </main>
    )
  return <>{children(known.session)}</>
}
