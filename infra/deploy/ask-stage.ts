import { invokeFunction, isNoFunction } from '../admin/target.ts'
import { functionName } from '../constructs/names.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { ClientConfig } from './preflight.ts'

/** Asks the administer function of the release that runs; undefined where there is none. @throws RefusedError in its words */
export const askStage = async (
  settings: StageSettings,
  config: ClientConfig,
  command: object,
): Promise<object | undefined> => {
  try {
    return await invokeFunction(config, functionName(settings, 'admin/administer'), command)
  } catch (error) {
    if (isNoFunction(error as Error)) return undefined
    throw error
  }
}
