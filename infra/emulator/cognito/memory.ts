/** What the issuer remembers of sign-ins under way, for as long as the process lives: whoever was at it begins again. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Remembered {
  readonly payload: AdapterPayload
  readonly untilMs: number
}

/** Where `oidc-provider` puts what it makes: one such for each kind of thing. */
export const openMemory = (): Adapter => {
  const things = new Map<string, Remembered>()
  const find = (isIt: (payload: AdapterPayload, id: string) => boolean) => {
    for (const [id, { payload, untilMs }] of things)
      if (untilMs > Date.now() && isIt(payload, id)) return payload
    return undefined
  }
  const forget = (isIt: (remembered: Remembered, id: string) => boolean): void => {
    for (const [id, each] of things) if (isIt(each, id)) things.delete(id)
  }
  return {
    upsert: async (id, payload, expiresIn = 3600) => {
      forget(({ untilMs }) => untilMs <= Date.now())
      things.set(id, { payload, untilMs: Date.now() + expiresIn * 1000 })
    },
    find: async id => find((_payload, each) => each === id),
    findByUid: async uid => find(payload => payload.uid === uid),
    findByUserCode: async userCode => find(payload => payload.userCode === userCode),
    consume: async id => {
      const known = things.get(id)
      if (known) known.payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async id => void things.delete(id),
    revokeByGrantId: async grantId => forget(({ payload }) => payload.grantId === grantId),
  }
}
