import { homedir } from 'node:os'
import { join } from 'node:path'

interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/** Where the system has programs keep what is the user's own: https://specifications.freedesktop.org/basedir-spec elsewhere. */
const baseOf = ({ platform, env, home }: Machine): string => {
  if (env.XDG_STATE_HOME) return env.XDG_STATE_HOME
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  return join(home, '.local', 'state')
}

const thisMachine = (): Machine => ({ platform: process.platform, env: process.env, home: homedir() })

/** Ours of the user, who may have no right to write where this program lies. */
export const stateFolder = (machine = thisMachine()): string => join(baseOf(machine), 'verification-service')
