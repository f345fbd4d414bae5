import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, errorMessage } from '../ui/api.ts'
import { fieldValue } from './form.ts'
import type { Session } from './portal-session.ts'

const howToGetALink = 'POST /v1/portal/links'

/** Opens the portal by a client's credentials. They are sent and kept nowhere on this page. */
export const SignIn = ({
  problem,
  onOpen,
}: {
  readonly problem: string | undefined
  readonly onOpen: (session: Session) => void
}): VNode => {
  const [refusal, setRefusal] = useState(problem)
  const [isAsking, setIsAsking] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    setIsAsking(true)
    try {
      const body = { clientId: fieldValue(form, 'clientId'), secret: fieldValue(form, 'secret') }
      onOpen(await callApi('POST /v1/portal/session', { body }))
    } catch (error) {
      setRefusal(errorMessage(error))
      setIsAsking(false)
    }
  }
  return (
    <main class="narrow">
      <h1>Portal</h1>
      <p>See what was sent to you, what failed and why.</p>
      {refusal !== undefined && <p role="alert">{refusal}</p>}
      <form class="stack" onSubmit={submit}>
        <label>
          Client id
          <input name="clientId" required maxLength={100} autocomplete="username" spellcheck={false} />
        </label>
        <label>
          Secret
          <input name="secret" type="password" required maxLength={200} autocomplete="current-password" />
        </label>
        <button type="submit" disabled={isAsking}>
          Sign in
        </button>
      </form>
      <p class="quiet">
        Without the secret at hand, ask your own server for a link: <code>{howToGetALink}</code> with an
        access token. A link works once, for five minutes.
      </p>
    </main>
  )
}
