import { expect, it } from 'vitest'
import { stateFolder } from '../../../infra/local/state-folder.ts'

it.each([
  ['linux', {}, '/home/ada/.local/state/verification-service'],
  ['darwin', {}, '/home/ada/Library/Application Support/verification-service'],
  ['win32', {}, '/home/ada/AppData/Local/verification-service'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/verification-service'],
  ['darwin', { XDG_STATE_HOME: '/state' }, '/state/verification-service'],
  ['linux', { XDG_STATE_HOME: '' }, '/home/ada/.local/state/verification-service'],
] as const)('is where %s keeps what is the user’s, with %j', (platform, env, folder) => {
  expect(stateFolder({ platform, env, home: '/home/ada' })).toBe(folder)
})
