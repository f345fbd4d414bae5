import { findDevice } from '../storage/person.ts'

/** TypeScript's library lacks it (https://wicg.github.io/netinfo/). `type` is there on Android, and in no other browser of phones. */
interface NetworkInformation extends EventTarget {
  readonly type?: string
}
const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation }

/** Whether this browser can tell Wi-Fi from mobile data. */
export const canTellWifi = (): boolean => connection?.type !== undefined

/** What costs nobody anything by the megabyte. */
const freeTypes: readonly (string | undefined)[] = ['wifi', 'ethernet']

/** Whether a person's photos have to wait for Wi-Fi. A browser that cannot tell any more is not taken for it. */
export const needsWifi = async (by: string): Promise<boolean> =>
  !freeTypes.includes(connection?.type) && ((await findDevice(by))?.isWifiOnly ?? false)

/** Calls the listener when the phone goes from one network to another. @returns how to stop */
export const onOtherNetwork = (listener: () => void): (() => void) => {
  connection?.addEventListener('change', listener)
  return () => connection?.removeEventListener('change', listener)
}
