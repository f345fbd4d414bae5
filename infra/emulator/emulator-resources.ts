/** What a region stands on, taken before anything is built: its port and its folder. */
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { type Listeners, type FrontHandler, openListeners } from './listeners.ts'

export interface EmulatorResourceOptions {
  /** The port of the public HTTP API; 0 for any. */
  readonly port?: number
  /** Keeps everything in this folder; without it the region forgets all when it stops. */
  readonly dataDirectory?: string
  /** Is asked before the API. */
  readonly front?: FrontHandler
}

export interface EmulatorResources {
  readonly doors: Listeners
  readonly data: DataDirectory
}

/** Rejects with one plain error if the port is taken or the folder cannot be used, and holds neither then. */
export const acquireResources = async ({
  port = 0,
  dataDirectory,
  front,
}: EmulatorResourceOptions): Promise<EmulatorResources> => {
  const doors = await openListeners(port, front)
  try {
    return { doors, data: openDataDirectory(dataDirectory) }
  } catch (error) {
    await doors.close()
    throw error
  }
}
