import type { Emulator } from '../../infra/emulator/emulator.ts'

/** Has the stores of this process work on a region's table, as its functions do, with what they need to open what is sealed. */
export const reachTable = ({ environment, outputs }: Emulator): void => {
  const TABLE_NAME = outputs.TableName!
  const DATA_KEY_SECRET = TABLE_NAME.replace(/data$/, 'wrapping-key')
  Object.assign(process.env, environment, { TABLE_NAME, DATA_KEY_SECRET })
}
