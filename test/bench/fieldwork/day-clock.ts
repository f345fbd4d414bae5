import { AsyncLocalStorage } from 'node:async_hooks'

/** Something that somebody does at a moment of the day, and what it asked of the table. */
export interface Act {
  readonly atMs: number
  calls: number
  /** Those among them that serve everybody for a minute. */
  sharedCalls: number
  readUnits: number
}

const acting = new AsyncLocalStorage<Act>()

/** Whoever is acting now; undefined of what no one in the field does. */
export const currentAct = (): Act | undefined => acting.getStore()

/** Code that asks the machine for the time hears that of the day: the hours of trails, the age of what is cached. */
export const turnClock = (): void => {
  const machineNow = Date.now
  Date.now = () => acting.getStore()?.atMs ?? machineNow()
}

export const actAt = <Result>(atMs: number, work: (act: Act) => Promise<Result>): Promise<Result> => {
  const act: Act = { atMs, calls: 0, sharedCalls: 0, readUnits: 0 }
  return acting.run(act, () => work(act))
}

/** Looks at the table without anybody in the field asking it. */
export const unseen = <Result>(work: () => Promise<Result>): Promise<Result> => acting.exit(work)

interface PlannedAct {
  readonly atMs: number
  readonly work: () => Promise<void>
}

/** Everything that happens within it happens at once, each in its second. */
const sliceMs = 5000
/** Before the day begins, little happens at a time. */
const slicesBefore = 60
/** As many phones as ask at the same moment. */
const atOnce = 24

/** A day in slices of seconds, so that hours pass as fast as the table answers. */
export const openDayClock = (
  { startMs, dayMs }: { readonly startMs: number; readonly dayMs: number },
  afterSlice: (endMs: number) => Promise<void>,
) => {
  const sliceOf = (atMs: number): number => {
    const slice = Math.floor(atMs / sliceMs)
    return atMs < dayMs ? slice - (slice % slicesBefore) : slice
  }
  const slices = new Map<number, PlannedAct[]>()
  let now = sliceOf(startMs)

  /** What is planned for a moment that is over happens next. */
  const plan = (atMs: number, work: PlannedAct['work']): void => {
    const slice = Math.max(sliceOf(atMs), now)
    const acts = slices.get(slice) ?? []
    slices.set(slice, acts)
    acts.push({ atMs: Math.max(atMs, now * sliceMs), work })
  }

  const live = async (acts: readonly PlannedAct[]): Promise<void> => {
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < acts.length) {
        const { atMs, work } = acts[next++]!
        await actAt(atMs, work)
      }
    }
    // What is planned meanwhile for this slice may come when some have ended.
    while (next < acts.length) await Promise.all(Array.from({ length: atOnce }, worker))
  }

  /** Lives all that is planned until then. */
  const liveUntil = async (endMs: number): Promise<void> => {
    for (const end = sliceOf(endMs); now < end; now++) {
      const acts = slices.get(now)
      if (!acts) continue
      await live(acts)
      slices.delete(now)
      await afterSlice((now + 1) * sliceMs)
    }
  }

  return { plan, liveUntil }
}
export type DayClock = ReturnType<typeof openDayClock>
