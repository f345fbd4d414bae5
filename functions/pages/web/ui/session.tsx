import type { ComponentChildren } from 'preact'
import type { Session } from '../../../../shared/http/contract/session-routes.ts'
import { callApi, isSessionExpired } from './api.ts'
import { Loading, Page } from './page.tsx'
import { ErrorNotice, type QueryState, SignedInPerson, SignInLink, useQuery } from './query.tsx'

/** Ends the session here and at the issuer: a form, since the issuer's page follows. */
export const SignOut = () => (
  <form method="post" action="/v1/session/sign-out">
    <button type="submit" class="plain">
      Sign out
    </button>
  </form>
)

/** Reads who is signed in, which also postpones the end of an idle session. */
export const useSession = (read = () => callApi('GET /v1/session', {})): QueryState<Session> =>
  useQuery(read, 'session')

interface GateProps {
  readonly query: QueryState<Session>
  readonly title: string
  /** One of these roles is needed. */
  readonly roles: readonly Session['roles'][number][]
  readonly children: (session: Session) => ComponentChildren
}

/** Shows a page to people with a role, and to others what they can do about it. */
export const RoleGate = ({ query: { value: session, error, again }, title, roles, children }: GateProps) => {
  if (error !== undefined)
    return (
      <Page title={title} isNarrow isFocused={false}>
        {isSessionExpired(error) ? (
          <>
            <p>Sign in to go on.</p>
            <SignInLink />
          </>
        ) : (
          <ErrorNotice error={error} onRetry={again} />
        )}
      </Page>
    )
  if (!session) return <Loading />
  if (!roles.some(each => session.roles.includes(each)))
    return (
      <Page title={title} isNarrow isFocused={false}>
        <p>You are signed in as {session.id}, who has no work on this page.</p>
        <SignOut />
      </Page>
    )
  return <SignedInPerson.Provider value={session.id}>{children(session)}</SignedInPerson.Provider>
}

export const RequireRole = (props: Omit<GateProps, 'query'>) => <RoleGate query={useSession()} {...props} />
