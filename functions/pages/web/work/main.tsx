import { render } from 'preact'
import { compareClocks } from './capture/clock.ts'
import { Door } from './door.tsx'
import { keepShell } from './shell.ts'

compareClocks()
keepShell()
render(<Door />, document.querySelector('#app')!)
