import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import type { Session } from '../../../../shared/http/contract/session-routes.ts'
import { ApiProblem, callApi, errorMessage, isSessionExpired } from './api.ts'
import { Loading, Page } from './page.tsx'

/** What an app does when the session has ended. */
export const OnSessionExpired = createContext<() => void>(() => {})

/** Id of the person whose work is on the screen. */
const SignedInPerson = createContext<string | undefined>(undefined)

export const usePerson = (): string => useContext(SignedInPerson)!

/** An answer, or why there is none. */
export interface QueryState<Value> {
  readonly value?: Value
  readonly error?: unknown
  readonly isBusy: boolean
  readonly again: () => Promise<void>
}

/** Reads once for each key, and again on demand. The last value stays meanwhile. Without a key nothing is read. */
export const useQuery = <Value,>(read: () => Promise<Value>, key: string | undefined): QueryState<Value> => {
  const [found, setFound] = useState<{ key?: string | undefined; value?: Value; error?: unknown }>({})
  const [isBusy, setIsBusy] = useState(key !== undefined)
  const onExpired = useContext(OnSessionExpired)
  // What is read follows from the key.
  const again = useCallback(async () => {
    setIsBusy(true)
    try {
      setFound({ key, value: await read() })
    } catch (error) {
      if (isSessionExpired(error)) onExpired()
      setFound(before => ({ ...(before.key === key && before), key, error }))
    }
    setIsBusy(false)
  }, [key, onExpired])
  useEffect(() => {
    if (key !== undefined) void again()
  }, [key, again])
  return { ...((key === undefined || found.key === key) && found), isBusy, again }
}

/** Does what a button asks for; says whether it is under way and why it failed last. */
export const useMutation = () => {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({
    isBusy: false,
  })
  const onExpired = useContext(OnSessionExpired)
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setState({ isBusy: true })
    try {
      await action()
      setState({ isBusy: false })
    } catch (error) {
      if (isSessionExpired(error)) onExpired()
      setState({ isBusy: false, error })
    }
  }
  return { ...state, run }
}

/** This page, with the place in it that a shared link names; a sign-in leads to no other form of it. */
const returnPath = (): string =>
  /^#\/?[\w%.-]{1,200}(\/[\w%.-]{1,200}){0,5}$/.test(location.hash)
    ? location.pathname + location.hash
    : location.pathname

/** Leads to the issuer and back to this page. In a new tab nothing on this page is lost. */
export const SignInLink = ({ inNewTab = false }: { inNewTab?: boolean }) => (
  <a
    class="button"
    href={`/v1/session/sign-in?returnTo=${encodeURIComponent(returnPath())}`}
    target={inNewTab ? '_blank' : undefined}
  >
    {inNewTab ? 'Sign in in a new tab' : 'Sign in'}
  </a>
)

/** Retries for the same person; anybody else who has signed in meanwhile begins with a page of their own. */
const retryAs = async (person: string, retry: () => unknown): Promise<void> => {
  const { id } = await callApi('GET /v1/session', {}).catch(() => ({ id: person }))
  if (id === person) retry()
  else location.reload()
}

interface ErrorNoticeProps {
  readonly error: unknown
  /** Undefined where the same again leads nowhere. */
  readonly onRetry: (() => unknown) | undefined
  /** Of an error that stays until it was read. */
  readonly onClose?: () => void
  readonly about?: ComponentChildren
}

/** Says what went wrong, if anything, and offers the way on where there is one. Nothing that was written is lost. */
export const ErrorNotice = ({ error, onRetry, onClose, about }: ErrorNoticeProps) => {
  const person = useContext(SignedInPerson)
  if (error === undefined) return null
  const isOver = person !== undefined && isSessionExpired(error)
  const isRefused = error instanceof ApiProblem && !error.problem.retryable && !isSessionExpired(error)
  const retry = isRefused ? undefined : onRetry
  return (
    <div role="alert" class="trouble">
      <p>
        {about} {isOver ? 'Your session is over. What you wrote is still here.' : errorMessage(error)}
      </p>
      {(retry || onClose) && (
        <div class="actions">
          {isOver && <SignInLink inNewTab />}
          {retry && (
            <button
              type="button"
              class="plain"
              onClick={() => void (person === undefined ? retry() : retryAs(person, retry))}
            >
              Try again
            </button>
          )}
          {onClose && (
            <button type="button" class="plain" onClick={onClose}>
              Close
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** Says why a button did not do what it does. */
export const ErrorLine = ({ error }: { error: unknown }) =>
  error === undefined ? null : <p role="alert">{errorMessage(error)}</p>

interface QueryViewProps<Value> {
  readonly query: QueryState<Value>
  readonly children: (value: Value) => ComponentChildren
}

/** Shows an answer once it is there. */
export const QueryView = <Value,>({ query, children }: QueryViewProps<Value>) => (
  <>
    <ErrorNotice error={query.error} onRetry={query.again} />
    {query.value === undefined && query.error === undefined && <Loading />}
    {query.value !== undefined && children(query.value)}
  </>
)

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
