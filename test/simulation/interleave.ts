import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { TableCall } from './memory-table.ts'

/* Runs the product's own code: one call to the table at a time, and which one is next is the seed's. */

/** What came of a request whose container died: nobody heard an answer. */
export const died = Symbol('died')

interface Container {
  isDead: boolean
  readonly die: () => void
}

interface Waiting {
  readonly call: TableCall
  readonly container: Container
  readonly settle: (perform: () => unknown) => void
}

export interface Interleaving {
  /** Makes a call to the table when it is its turn. */
  readonly send: (call: TableCall) => Promise<unknown>
  /** Does the work of one request in a container, which may die before and after each of its calls. */
  readonly request: <Result>(work: () => Promise<Result>) => Promise<Result | typeof died>
  /** Until all of it has ended. @throws what it threw */
  readonly run: (work: Promise<unknown>) => Promise<void>
  readonly deaths: () => number
}

interface Fate {
  readonly random: () => number
  /** In how many of all calls a container dies before it, and after it. */
  readonly deathShare: number
  /** In how many single writes the answer is lost, and the SDK writes again. A transaction has a token against that. */
  readonly lostShare: number
}

export const openInterleaving = ({ random, deathShare, lostShare }: Fate): Interleaving => {
  const waiting: Waiting[] = []
  const current = new AsyncLocalStorage<Container>()
  let deaths = 0

  const dies = (container: Container): boolean => {
    if (random() >= deathShare) return false
    deaths++
    container.isDead = true
    container.die()
    return true
  }

  const performOne = ({ call, container, settle }: Waiting): void => {
    if (container.isDead || dies(container)) return
    let outcome = outcomeOf(call.perform)
    if (dies(container)) return
    if (call.kind === 'write' && random() < lostShare) outcome = outcomeOf(call.perform)
    settle(outcome)
  }

  return {
    send: call =>
      new Promise((resolve, reject) => {
        const settle = (perform: () => unknown): void => {
          try {
            resolve(perform())
          } catch (error) {
            reject(error)
          }
        }
        waiting.push({ call, container: current.getStore()!, settle })
      }),
    request: <Result>(work: () => Promise<Result>) =>
      new Promise<Result | typeof died>((resolve, reject) => {
        const container = { isDead: false, die: () => resolve(died) }
        current.run(container, work).then(resolve, reject)
      }),
    run: async work => {
      let isOver = false
      const end = () => {
        isOver = true
      }
      work.then(end, end)
      // Whoever is not waiting for the table has nothing else to wait for: one turn of the loop, and it waits or has ended.
      for (await turn(); !isOver; await turn()) {
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
        if (next) performOne(next)
      }
      await work
    },
    deaths: () => deaths,
  }
}

/** What a call does now, for whoever hears of it later. */
const outcomeOf = (perform: () => unknown): (() => unknown) => {
  try {
    const answer = perform()
    return () => answer
  } catch (error) {
    return () => {
      throw error
    }
  }
}
