import { AsyncLocalStorage } from 'node:async_hooks'

/* Runs the product's own code in containers that die, on a clock that jumps: one call at a time, and which is next, how
 * long it takes and what befalls it is the seed's. */

/** A schedule that broke a promise. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

/** What came of a container that died: nobody heard an answer. */
export const died = Symbol('died')

const mishaps = [
  'dies before',
  'dies after',
  /** It fails, and was not made; or it was, and nobody knows. */
  'not made',
  'not answered',
  /** Its answer is lost, and the SDK makes it again. A transaction has a token against that. */
  'made again',
] as const
export type Mishap = (typeof mishaps)[number]

/** A call to something outside of the container. */
export interface Call {
  readonly what: () => string
  /** Whether it is made again where its answer is lost. */
  readonly isRepeated?: boolean
  readonly perform: () => unknown
  /** What its caller hears where no answer comes: an error to throw, or an answer. */
  readonly withoutAnswer?: () => unknown
}

/** In how many of all calls each happens. */
export type Shares = Readonly<Partial<Record<Mishap, number>>>

/** A step of a history. */
export interface Moment {
  readonly call: number
  readonly atMs: number
  readonly who: string
  readonly what: string
  readonly mishap?: Mishap | 'hangs' | undefined
}

interface Fate {
  readonly seed: number
  readonly startMs: number
  readonly shares: Shares
  /** Calls, by their numbers, that nothing befalls. */
  readonly spared?: ReadonlySet<number> | undefined
  readonly tell?: ((moment: Moment) => void) | undefined
}

export interface Scheduler {
  readonly nowMs: () => number
  /** Makes a call when it is its turn. */
  readonly call: (call: Call) => Promise<unknown>
  /** Does something outside of every container after so many milliseconds. */
  readonly after: (forMs: number, action: () => unknown) => void
  /** Waits. In a container that dies meanwhile, for ever. */
  readonly pass: (forMs: number) => Promise<void>
  /** Works in a container of its own, which may die before and after each of its calls. */
  readonly contain: <Result>(who: string, work: () => Promise<Result>) => Promise<Result | typeof died>
  /** Until nobody waits any more. @throws Broken if that never comes, and what `work` threw */
  readonly run: (work: Promise<unknown>) => Promise<void>
  readonly deaths: () => number
  /** Calls that something befell. */
  readonly mishaps: () => number
}

interface Task {
  readonly atMs: number
  /** Answers whether somebody may go on now. */
  readonly act: () => boolean
}

interface Container {
  readonly who: string
  isDead: boolean
  readonly die: () => void
}

/** More steps than any schedule needs. */
const stepLimit = 20_000
const hangShare = 0.02

/** In [0, 1), the same for the same three (murmur3's finalizer). */
const chance = (seed: number, number: number, of: number): number => {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b) ^ Math.imul(of, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/** Where a task belongs in a list with the first last. */
const insertionIndexOf = (queue: readonly Task[], atMs: number): number => {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (queue[middle]!.atMs > atMs) low = middle + 1
    else high = middle
  }
  return low
}

type Outcome = { readonly answer: unknown } | { readonly error: unknown }

const outcomeOf = (perform: () => unknown): Outcome => {
  try {
    return { answer: perform() }
  } catch (error) {
    return { error }
  }
}

const timeOut = (): never => {
  throw Object.assign(new Error('The answer took too long'), { name: 'TimeoutError' })
}

/** Everything has gone on that could: the loop's own, whatever `turned.ts` makes of the others. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

export const openScheduler = ({ seed, startMs, shares, spared, tell }: Fate): Scheduler => {
  const current = new AsyncLocalStorage<Container>()
  const queue: Task[] = []
  const working = new Set<Container>()
  let nowMs = startMs
  let calls = 0
  let [deaths, befallen] = [0, 0]

  const put = (forMs: number, act: () => boolean): void => {
    const atMs = nowMs + forMs
    queue.splice(insertionIndexOf(queue, atMs), 0, { atMs, act })
  }
  const isSpared = (number: number): boolean => spared?.has(number) ?? false
  const hangs = (number: number): boolean => chance(seed, number, 1) < hangShare && !isSpared(number)
  const mishapOf = (number: number, isRepeated = false): Mishap | undefined => {
    if (isSpared(number)) return undefined
    let draw = chance(seed, number, 2)
    for (const mishap of mishaps) {
      draw -= shares[mishap] ?? 0
      if (draw < 0) return mishap === 'made again' && !isRepeated ? undefined : mishap
    }
    return undefined
  }
  const kill = (container: Container): false => {
    deaths++
    container.isDead = true
    working.delete(container)
    container.die()
    return false
  }

  const make = (
    { perform, withoutAnswer = timeOut }: Call,
    mishap: Mishap | undefined,
    container: Container,
  ): Outcome | undefined => {
    if (mishap === 'dies before') kill(container)
    if (mishap === 'dies before' || mishap === 'not made')
      return mishap === 'not made' ? outcomeOf(withoutAnswer) : undefined
    const outcome = outcomeOf(perform)
    if (mishap === 'made again') return outcomeOf(perform)
    if (mishap === 'not answered') return outcomeOf(withoutAnswer)
    if (mishap === 'dies after') kill(container)
    return mishap === 'dies after' ? undefined : outcome
  }

  const call = (wanted: Call): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const container = current.getStore()
      if (!container) throw new Error(`Nobody who could die makes this call: ${wanted.what()}`)
      const number = ++calls
      const isLate = hangs(number)
      const takesMs = isLate ? chance(seed, number, 3) * 15_000 : chance(seed, number, 3) * 40
      put(takesMs, () => {
        if (container.isDead) return false
        const mishap = mishapOf(number, wanted.isRepeated)
        if (mishap) befallen++
        tell?.({
          call: number,
          atMs: nowMs,
          who: container.who,
          what: wanted.what(),
          mishap: mishap ?? (isLate ? 'hangs' : undefined),
        })
        const outcome = make(wanted, mishap, container)
        if (outcome && 'answer' in outcome) resolve(outcome.answer)
        else if (outcome) reject(outcome.error)
        // Of one that died, whoever began it hears.
        return true
      })
    })

  const contain = <Result>(who: string, work: () => Promise<Result>) =>
    new Promise<Result | typeof died>((resolve, reject) => {
      const container: Container = { who, isDead: false, die: () => resolve(died) }
      working.add(container)
      const end = () => working.delete(container)
      current.run(container, work).finally(end).then(resolve, reject)
    })

  const run = async (work: Promise<unknown>): Promise<void> => {
    let failure: { readonly error: unknown } | undefined
    let isOver = false
    work.then(
      () => {
        isOver = true
      },
      error => {
        failure = { error }
      },
    )
    await turn()
    for (let steps = 0; !failure; steps++) {
      const task = queue.pop()
      if (!task) break
      if (steps > stepLimit) throw new Broken('it does not come to rest')
      nowMs = Math.max(nowMs, task.atMs)
      if (task.act()) await turn()
    }
    if (failure) throw failure.error
    if (!isOver || working.size > 0)
      throw new Error(`Somebody waits for what nobody does: ${[...working].map(({ who }) => who)}`)
  }

  return {
    nowMs: () => nowMs,
    call,
    after: (forMs, action) =>
      put(forMs, () => {
        action()
        return true
      }),
    pass: forMs => {
      const container = current.getStore()
      return new Promise(resolve =>
        put(forMs, () => {
          if (container?.isDead) return false
          resolve()
          return true
        }),
      )
    },
    contain,
    run,
    deaths: () => deaths,
    mishaps: () => befallen,
  }
}
