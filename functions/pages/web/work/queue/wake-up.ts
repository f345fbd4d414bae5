import { createShared } from '../shared.ts'
import { useShared } from '../use-shared.ts'
import { wakeUpTag } from './background.ts'

/** TypeScript's library lacks it (https://wicg.github.io/background-sync/spec/). */
interface WakingRegistration extends ServiceWorkerRegistration {
  readonly sync: { register(tag: string): Promise<void> }
}

/** Whether the browser has promised to wake the service worker. */
const willWake = createShared(false)

/** Asks the browser to wake the service worker once there is a network. Not every browser can, and a person may forbid it. */
export const askWakeUp = async (): Promise<void> => {
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as WakingRegistration | undefined
    await registration!.sync.register(wakeUpTag)
    willWake.set(true)
  } catch {
    willWake.set(false)
  }
}

/** When what is on this phone alone is sent, as far as this browser can promise it. */
export const useDeliveryPromise = (): string =>
  useShared(willWake)
    ? 'It is sent once there is a connection, also with this page closed. Open the page before your day ends, to see that all is sent.'
    : 'This browser sends only while this page is open. Keep it open until all is sent, or open it again once there is a connection.'
