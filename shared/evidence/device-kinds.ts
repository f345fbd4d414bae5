import { defineKind, type Told, toKey } from '../table/kind.ts'

const devicesItems = ['device#*', 'device-use#*']

/** `device#<personId>`, `devices`; read by enrolDevice, recordPhotos. */
export const deviceKind = defineKind({
  name: 'device',
  writable: devicesItems,
})

export const deviceTold = {
  kind: deviceKind,
  what: 'device of an agent (table)',
  holds: 'its public key, and when it was enrolled',
  until: 'a later one takes its place: of each agent the last eight stay',
  erased: 'stays: it is the agent’s',
  notExported: 'It belongs to an agent.',
} as const satisfies Told

/**
 * Whether people share a device.
 * `device-use#<deviceId>`, `device-use`; read by operations (whether people share a device).
 */
export const deviceUseKind = defineKind({ name: 'deviceUse', writable: devicesItems })

export const deviceUseKey = (deviceId: string) => toKey(`device-use#${deviceId}`, 'device-use')

export const devicesKey = (personId: string) => toKey(`device#${personId}`, 'devices')
