/** What TypeScript's library lacks (https://www.w3.org/TR/trusted-types/). */
interface Policies {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}
declare const trustedTypes: Policies | undefined

const worker = '/v1/work/service-worker.js'

/** The one address that this page ever loads a script from by itself; the policy knows no other. */
const workerUrl = (): string =>
  typeof trustedTypes === 'undefined'
    ? worker
    : trustedTypes.createPolicy('service-worker', { createScriptURL: () => worker }).createScriptURL(worker)

/** Has the page kept on the telephone, and what lies here kept through a shortage of room, as far as the browser does so. */
export const enableOffline = (): void => {
  // Without either the page still works while there is a network.
  navigator.serviceWorker?.register(workerUrl(), { scope: '/v1/work' }).catch(() => undefined)
  void navigator.storage?.persist?.()
}
