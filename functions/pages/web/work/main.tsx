import { render } from 'preact'
import { compareClocks } from './capture/clock.ts'
import { Door } from './door.tsx'
import { askEarly } from './queue/office.ts'
import { keepShell } from './shell.ts'

compareClocks()
keepShell()
render(<Door firstAsked={askEarly()} />, document.querySelector('#app')!)
