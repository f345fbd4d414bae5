import { render } from 'preact'
import { Portal } from './portal.tsx'

render(<Portal />, document.querySelector('#app')!)
