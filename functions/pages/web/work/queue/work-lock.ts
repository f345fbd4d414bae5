/** Works while nobody else does: no other tab, and not the service worker. Who waits goes on as soon as a tab is closed. */
export const withWorkLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('work', work)
