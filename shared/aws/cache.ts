interface CacheEntry<Value> {
  readonly readAtMs: number
  readonly value: Promise<Value>
}

export const cached = <Value>(read: (nowMs: number) => Promise<Value>) => {
  let known: CacheEntry<Value> | undefined
  const readNow = (nowMs: number): Promise<Value> => {
    const own = { readAtMs: nowMs, value: read(nowMs) }
    own.value.catch(() => {
      if (known === own) known = undefined
    })
    known = own
    return own.value
  }
  return {
    within: (ageMs: number, nowMs: number): Promise<Value> =>
      known && nowMs - known.readAtMs <= ageMs ? known.value : readNow(nowMs),
    forget: (): void => {
      known = undefined
    },
  }
}
