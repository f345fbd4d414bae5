import type { VNode } from 'preact'
import { callApi } from '../ui/api.ts'
import { hashUrl, useHashRoute } from '../ui/hash-route.ts'
import type { Session } from './portal-session.ts'

const rooms = [
  ['endpoints', 'Webhooks'],
  ['events', 'Events'],
  ['verifications', 'Verifications'],
  ['requests', 'Requests'],
  ['charges', 'Charges'],
] as const

const roomsOf = ({ mode }: Session) =>
  mode === 'test' ? ([...rooms, ['sandbox', 'Sandbox']] as const) : rooms

const modeWords = {
  test: ['Test mode', 'Nothing here is real.'],
  live: ['Live mode', 'Real people, real charges.'],
} as const

/** Which mode this is, stays in view wherever one is. */
const Mode = ({ mode }: Pick<Session, 'mode'>): VNode => (
  <p class={`mode ${mode}`}>
    <strong>{modeWords[mode][0]}</strong> <span>{modeWords[mode][1]}</span>
  </p>
)

interface HeaderProps {
  readonly session: Session
  readonly onClose: () => void
}

export const Header = ({ session, onClose }: HeaderProps): VNode => {
  const [here = 'endpoints'] = useHashRoute()
  const close = async () => {
    await callApi('DELETE /v1/portal/session', {}).catch(() => {})
    onClose()
  }
  return (
    <header>
      <Mode mode={session.mode} />
      <div class="who">
        <p>
          <strong>{session.organisation.name}</strong> <span class="quiet">{session.clientId}</span>
        </p>
        <button type="button" class="plain" onClick={close}>
          Sign out
        </button>
      </div>
      <nav aria-label="Portal">
        {roomsOf(session).map(([room, title]) => (
          <a key={room} href={hashUrl(room)} aria-current={room === here ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
    </header>
  )
}
