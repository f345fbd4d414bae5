import { render } from 'preact'
import { compareClocks } from './capture/clock.ts'
import { SignInGate } from './sign-in-gate.tsx'
import { prefetchWork } from './queue/server.ts'
import { enableOffline } from './offline.ts'

compareClocks()
enableOffline()
render(<SignInGate firstAsked={prefetchWork()} />, document.querySelector('#app')!)
