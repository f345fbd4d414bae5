import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import { callApi, errorMessage, isSessionExpired, type ResponseOf } from '../ui/api.ts'
import { hashUrl, Page } from '../ui/page.tsx'
import { ErrorLine, useMutation } from '../ui/query.tsx'
import { Field, fieldValue } from './display.tsx'

export type Session = ResponseOf<'GET /v1/portal/session'>

export const PortalSession = createContext<Session | undefined>(undefined)

export const useSession = (): Session => useContext(PortalSession)!

/**
 * The secret of the link that led here, without the punctuation that messengers take for a part of it. It leaves the
 * address bar, and with it the history, before anything else.
 */
const takeLink = (): string | undefined => {
  const link = location.hash.match(/^#\/link\/([\w-]+)[.,;:!?)\]'"]*$/)?.[1]
  if (link !== undefined) history.replaceState(null, '', hashUrl())
  return link
}

/** What is known of the session: not signed in has neither a session nor a problem. */
interface PortalSessionState {
  readonly session?: Session
  readonly problem?: string
}

const openPortal = async (link: string | undefined): Promise<PortalSessionState> => {
  try {
    return {
      session: await (link === undefined
        ? callApi('GET /v1/portal/session', {})
        : callApi('POST /v1/portal/links/open', { body: { link } })),
    }
  } catch (error) {
    return link === undefined && isSessionExpired(error) ? {} : { problem: errorMessage(error) }
  }
}

const renewAfterMs = 4 * 60_000

/** Reads the session again while its user is active, so that it does not end by idleness. */
const useRenewal = (renew: () => void): void => {
  useEffect(() => {
    let askedAt = Date.now()
    const onActivity = () => {
      if (Date.now() - askedAt < renewAfterMs) return
      askedAt = Date.now()
      renew()
    }
    const signs = ['hashchange', 'pointerdown'] as const
    for (const sign of signs) addEventListener(sign, onActivity)
    return () => {
      for (const sign of signs) removeEventListener(sign, onActivity)
    }
  }, [renew])
}

const firstAnswer = openPortal(takeLink())

/** Opens the portal by the link that led here, or finds that it is open. */
export const usePortalSession = () => {
  const [known, setKnown] = useState<PortalSessionState>()
  const renew = useCallback(() => void openPortal(undefined).then(setKnown), [])
  useEffect(() => void firstAnswer.then(setKnown), [])
  useRenewal(renew)
  const close = useCallback(() => setKnown({}), [])
  return { known, open: (session: Session) => setKnown({ session }), close }
}

interface SignInProps {
  readonly problem: string | undefined
  readonly onOpen: (session: Session) => void
}

/** Opens the portal by a client's credentials. They are sent, and stored nowhere on this page. */
export const SignIn = ({ problem, onOpen }: SignInProps) => {
  const { isBusy, error, run } = useMutation()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const body = { clientId: fieldValue(form, 'clientId'), secret: fieldValue(form, 'secret') }
    void run(async () => onOpen(await callApi('POST /v1/portal/session', { body })))
  }
  return (
    <Page title="Portal" isNarrow isFocused={false}>
      <p>See what was sent to you, what failed and why.</p>
      {error === undefined && problem !== undefined && <p role="alert">{problem}</p>}
      <ErrorLine error={error} />
      <form class="stack" onSubmit={submit}>
        <Field name="clientId" required maxLength={100} autocomplete="username" spellcheck={false}>
          Client id
        </Field>
        <Field name="secret" type="password" required maxLength={200} autocomplete="current-password">
          Secret
        </Field>
        <button type="submit" disabled={isBusy}>
          Sign in
        </button>
      </form>
      <p class="quiet">
        Without the secret at hand, ask your own server for a link: <code>POST /v1/portal/links</code> with an
        access token. A link works once, for five minutes.
      </p>
    </Page>
  )
}
