import { render } from 'preact'
import { SignedIn } from '../frame/session.tsx'

render(
  <SignedIn title="Visits" returnTo="/v1/work" roles={['agent']}>
    {session => <main class="narrow">{session.id}</main>}
  </SignedIn>,
  document.querySelector('#app')!,
)
