import { render } from 'preact'
import { SignedIn } from '../frame/session.tsx'

render(
  <SignedIn title="Portal" returnTo="/v1/portal" roles={['operator']}>
    {session => <main class="narrow">{session.id}</main>}
  </SignedIn>,
  document.querySelector('#app')!,
)
