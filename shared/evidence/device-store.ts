import { BusyError } from '../aws/errors.ts'
import { again, retry } from '../aws/retry.ts'
import { database } from '../table/driver.ts'
import { conditionsMet } from '../table/port.ts'
import { deviceThumbprint } from './capture-record.ts'
import type { Device, DeviceKey } from './contract.ts'
import { devicesKey, deviceUseKey } from './device-kinds.ts'

/** A browser that lost its key enrols again. */
const devicesPerPerson = 8

interface EnrolledDevice extends Device {
  readonly publicKey: DeviceKey
}

interface StoredDevices {
  /** Oldest first. */
  readonly devices: readonly EnrolledDevice[]
  /** Number of changes, for the condition. */
  readonly version: number
}

/** One item, so that one read returns all and one condition limits their number. */
const readDevices = async (personId: string): Promise<StoredDevices> =>
  (await database.get<StoredDevices>(devicesKey(personId), { consistent: true })) ?? {
    devices: [],
    version: 0,
  }

export const findDevices = async (personId: string): Promise<ReadonlyMap<string, EnrolledDevice>> =>
  new Map((await readDevices(personId)).devices.map(device => [device.id, device]))

/** The first person who enrolled it, and whether another one did, too. */
interface DeviceUse {
  readonly firstPerson: string
  readonly deviceId: string
  readonly isShared?: true
}

const noteUse = async (deviceId: string, personId: string): Promise<void> => {
  const update = deviceUseKey(deviceId)
  const setOnce = { firstPerson: personId }
  const use = await database.update<DeviceUse>({ update, set: { deviceId }, setOnce })
  if (use.firstPerson !== personId && !use.isShared) await database.write({ update, set: { isShared: true } })
}

export const sharedDevices = async (deviceIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const uses = await database.getMany<DeviceUse>(deviceIds.map(deviceUseKey))
  return new Set(uses.filter(({ isShared }) => isShared).map(({ deviceId }) => deviceId))
}

/** Another browser of the same person may enrol meanwhile. */
const enrolTries = 5

/** Idempotent. The oldest device makes room for a new one: an agent at a gate cannot wait for an operator. @throws BusyError while others keep changing the list */
export const enrol = async (personId: string, publicKey: DeviceKey, at: string) => {
  const device: EnrolledDevice = { id: deviceThumbprint(publicKey), publicKey, enrolledAt: at }
  await noteUse(device.id, personId)
  return retry(
    { times: enrolTries },
    async () => {
      const { devices, version } = await readDevices(personId)
      const known = devices.find(({ id }) => id === device.id)
      if (known) return { device: known, isNew: false }
      const kept = [...devices, device].slice(-devicesPerPerson)
      const put = { ...devicesKey(personId), devices: kept, version: version + 1 }
      const condition = { when: 'attribute_not_exists(#pk) OR #version = :version', values: { version } }
      return (await conditionsMet(database.write({ put, condition }))) ? { device, isNew: true } : again()
    },
    () => new BusyError('The list of devices changed whenever it was to be written'),
  )
}
