import { render } from 'preact'
import { callApi } from '../ui/api.ts'
import { hashUrl, useHashRoute } from '../ui/page.tsx'
import { OnSessionExpired } from '../ui/query.tsx'
import { Version } from '../ui/version.tsx'
import { ChargesPage } from './charges.tsx'
import { Endpoint, Endpoints } from './endpoint.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { Event, Events } from './event.tsx'
import { Requests } from './requests.tsx'
import { Sandbox } from './sandbox.tsx'
import { PortalSession, SignIn, usePortalSession, useSession } from './session.tsx'
import { Lookup } from './lookup.tsx'
import { Verification, Verifications } from './verification.tsx'

const pages = {
  endpoints: 'Webhooks',
  events: 'Events',
  verifications: 'Verifications',
  requests: 'Requests',
  charges: 'Charges',
  sandbox: 'Sandbox',
}

const modeTexts = {
  test: ['Test mode', 'No real data.'],
  live: ['Live mode', 'Real people, real charges.'],
} as const

const Header = ({ onClose }: { onClose: () => void }) => {
  const { mode, organisation, clientId } = useSession()
  const [here = 'endpoints'] = useHashRoute()
  const close = async () => {
    await callApi('DELETE /v1/portal/session', {}).catch(() => {})
    onClose()
  }
  return (
    <header>
      <p class={`mode ${mode}`}>
        <strong>{modeTexts[mode][0]}</strong> <span>{modeTexts[mode][1]}</span>
      </p>
      <div class="who">
        <p>
          <strong>{organisation.name}</strong> <span class="quiet">{clientId}</span>
        </p>
        <a href="/v1/docs">Docs</a>
        <button type="button" class="plain" onClick={close}>
          Sign out
        </button>
      </div>
      <nav aria-label="Portal">
        {Object.entries(pages)
          .filter(([page]) => mode === 'test' || page !== 'sandbox')
          .map(([page, title]) => (
            <a key={page} href={hashUrl(page)} aria-current={page === here ? 'page' : undefined}>
              {title}
            </a>
          ))}
      </nav>
    </header>
  )
}

/** The page of the address. It begins with the endpoints, where a failing one is seen at once. */
const RoutedPage = () => {
  const [page, id = '', detail] = useHashRoute()
  const { mode } = useSession()
  if (page === 'events') return id ? <Event id={id} /> : <Events />
  if (page === 'verifications' && id === 'identities' && detail) return <Lookup id={detail} />
  if (page === 'verifications')
    return detail ? <Verification listedType={id} id={detail} /> : <Verifications key={id} tab={id} />
  if (page === 'requests') return <Requests />
  if (page === 'charges') return <ChargesPage />
  if (page === 'sandbox' && mode === 'test') return <Sandbox />
  if (page === 'endpoints' && id === 'new') return <EndpointForm />
  if (page === 'endpoints' && id) return <Endpoint id={id} isEdited={detail === 'edit'} />
  return <Endpoints />
}

const Portal = () => {
  const { known, open, close } = usePortalSession()
  if (!known) return <p class="quiet narrow">One moment …</p>
  if (!known.session) return <SignIn problem={known.problem} onOpen={open} />
  return (
    <OnSessionExpired.Provider value={close}>
      <PortalSession.Provider value={known.session}>
        <Header onClose={close} />
        <RoutedPage />
        <footer class="foot">
          <Version />
        </footer>
      </PortalSession.Provider>
    </OnSessionExpired.Provider>
  )
}

render(<Portal />, document.querySelector('#app')!)
