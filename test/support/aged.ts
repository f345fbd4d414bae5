import { devicesKey } from '../../shared/evidence/device-kinds.ts'
import { database } from '../../shared/table/driver.ts'

/* What time does, done at once. The table is the one that this process reaches. */

const dayMs = 86_400_000

/** As if this person had enrolled their devices the day before. */
export const ageDevices = async (personId: string): Promise<void> => {
  const key = devicesKey(personId)
  const { devices } = (await database.get<{ readonly devices: readonly object[] }>(key, {
    consistent: true,
  }))!
  const enrolledAt = new Date(Date.now() - dayMs).toISOString()
  await database.write({ update: key, set: { devices: devices.map(each => ({ ...each, enrolledAt })) } })
}
